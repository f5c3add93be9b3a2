import { changeForm, type OrderChange } from '../../../shop/checkout/change/change-form.ts';
import { changeOrder, previewChange } from '../../../shop/checkout/change/change-order.server.ts';
import {
  type ChangeRefusal,
  type ChangeSummary,
  changeInEuros,
  isUnchanged,
} from '../../../shop/checkout/change/change-result.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import type { ListedOrder } from '../../../shop/order/find/list-orders.server.ts';
import { onlyArgument, textOption } from '../../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../../command.ts';
import { confirm } from '../../confirm.ts';
import { companyOf, optionOf } from '../desk-form.ts';
import { refundIdsOf, refundOutput, withOrder } from '../order-act.ts';
import { money, orderLabel } from '../order-lines.ts';

export const ordersChange: Command = {
  summary: 'Changes tires, branch or data of an order.',
  usage:
    'NUMBER [--count TIRE=COUNT]… [--swap OLD=NEW[=COUNT]]… [--branch B] [--fulfilment pickup|fitting] [--plate P] [--name N] [--phone P] [--email E] [--note TEXT|--no-note] [--company NAME --reg-code CODE|--no-company] [--yes] [--json]',
  furtherOptions: '--vat-number NUMBER --address TEXT',
  help: `Changes an order whose tires are not all handed over, after showing the effect on tires, total and promised day. A lower total is
refunded. A higher total leaves a balance due: until it is paid nothing is handed over, and a prepaid order gets no new tires
from a supplier. Stock, purchases and requests to other branches are changed too; the buyer and the branch get a mail.

  --count TIRE=COUNT      the new, lower count of a tire; 0 removes it. To remove the last tire, use \`orders cancel\`
  --swap OLD=NEW[=COUNT]  replaces tires at today's price; by default all of OLD that are not handed over
  --branch B              moves the order to this branch
  --fulfilment F          pickup or fitting, with --plate
  --plate PLATE           number plate of the car, for fitting
  --name N, --phone P, --email E, --note TEXT   new data of the buyer; --no-note removes the note
  --company NAME          invoices this company; with --reg-code CODE and, if it has them, --vat-number NUMBER and
                          --address TEXT; --no-company removes the company
  --yes                   does not ask; required without a terminal
  --json                  prints the result as JSON

  npm run shop -- orders change R26-4F7K2 --count nokian-r5-2055516=2
  npm run shop -- orders change R26-4F7K2 --swap nokian-r5-2055516=michelin-x-ice-2055516
  npm run shop -- orders change R26-4F7K2 --branch annelinn --phone 51234567`,
  async run(call) {
    const number = onlyArgument(call, 'order');
    const change = readChange(call);
    await withOrder(call, number, async (shop, order, actor) => {
      const by = { actor };
      const preview = await previewChange(shop, order.id, change, by);
      if (!preview.ok) throw refusalError(preview, order);
      if (isUnchanged(preview.summary)) throw refusalError({ ok: false, reason: 'unchanged' }, order);
      await confirm(call, `Change ${orderLabel(order)}: ${summaryText(preview.summary)}`);
      const refundIdsBefore = await refundIdsOf(shop.db, order.id);
      const { seen: newestEventOfPreview } = preview;
      const result = await changeOrder(shop, order.id, change, by, { seen: newestEventOfPreview });
      if (!result.ok) throw refusalError(result, order);
      const refunds = await refundOutput(shop.db, order, (id) => !refundIdsBefore.includes(id));
      return {
        lines: [`Changed: ${summaryText(preview.summary)}.`, ...refunds.lines],
        json: { change: changeInEuros(preview.summary), ...refunds.json },
      };
    });
  },
};

function readChange(call: Call): OrderChange {
  const text = (name: string) => textOption(call, name);
  const customer = { name: text('name'), phone: text('phone'), email: text('email') };
  const form = {
    counts: valuesOf(call, 'count').map(countOf),
    swaps: valuesOf(call, 'swap').map(swapOf),
    branch: text('branch'),
    fulfilment: text('fulfilment'),
    plate: text('plate'),
    customer,
    company: call.values['no-company'] ? null : companyOf(call),
    note: call.values['no-note'] ? '' : text('note'),
  };
  const parsed = changeForm.safeParse(form);
  if (!parsed.success) throw fieldsError(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
  const { dryRun: _dryRun, seen: _seen, ...change } = parsed.data;
  return change;
}

function valuesOf({ values }: Call, name: string): string[] {
  return Array.isArray(values[name]) ? values[name] : [];
}

function countOf(text: string): { id: string; count: number } {
  const [, id, count] = /^([^=\s]+)=(\d{1,4})$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError(`--count ${text} is not TIRE=COUNT`);
  return { id, count: Number(count) };
}

function swapOf(text: string): { from: string; to: string; count?: number } {
  const [, from, to, count] = /^([^=\s]+)=([^=\s]+)(?:=(\d{1,4}))?$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new UsageError(`--swap ${text} is not OLD=NEW or OLD=NEW=COUNT`);
  return { from, to, ...(count && { count: Number(count) }) };
}

function fieldsError(fields: readonly (readonly [path: string, code: string])[]): UsageError {
  // `optionOf` names the options of new orders, where the plate is --fit. Other fields, such as `counts.0.id`, are named after their option: --count.
  const options: Record<string, string> = { ...optionOf, plate: '--plate' };
  const option = (path: string) => options[path] ?? `--${path.replace(/s?\..*$/, '')}`;
  return new UsageError(fields.map(([path, code]) => `${option(path)}: ${code}`).join(', '));
}

function summaryText(summary: ChangeSummary): string {
  const { tires, branch, fulfilment, fields, total, refundCents, missingCents, promised } = summary;
  const totalChange = total.after - total.before;
  const parts = [
    ...tires.map(({ title, size, before, after }) => `${title} ${size} ${before} → ${after}`),
    ...(branch ? [`branch ${branch.before} → ${branch.after}`] : []),
    ...(fulfilment ? [`${fulfilment.before} → ${fulfilment.after}`] : []),
    ...(fields.length > 0 ? [`new ${fields.join(', ')}`] : []),
    ...(totalChange === 0
      ? []
      : [
          `total ${money(total.before)} → ${money(total.after)} (${totalChange > 0 ? '+' : '−'}${money(Math.abs(totalChange))})`,
        ]),
    ...(refundCents > 0 ? [`${money(refundCents)} are refunded`] : []),
    ...(missingCents > 0 ? [`${money(missingCents)} are still to be paid`] : []),
    ...(promised.before === promised.after ? [] : [`promised for ${promised.before} → ${promised.after}`]),
  ];
  return parts.join('; ');
}

function refusalError(refusal: ChangeRefusal, order: ListedOrder): Error {
  if (refusal.reason === 'validation') return fieldsError(refusal.errors.map(({ path, code }) => [path, code]));
  return new NotDone(refusal.reason, refusalText(refusal, order));
}

function refusalText(
  refusal: Exclude<ChangeRefusal, { reason: 'validation' }>,
  { number, status, review }: ListedOrder,
): string {
  switch (refusal.reason) {
    case 'out-of-stock':
      return refusal.items.map(({ id, available }) => `only ${available} of ${id} are available`).join(', ');
    case 'price-changed':
      return refusal.items.map(({ id, price }) => `${id} costs ${formatMoney(toCents(price), 'ee')}`).join(', ');
    case 'too-late':
      return `order ${number} is ${status}`;
    case 'review':
      return `order ${number} must be reviewed first (${review})`;
    case 'changed':
      return `order ${number} has changed meanwhile; try again`;
    case 'handed-over':
      return `the buyer already has more of these tires of order ${number}; for those, use \`orders take-back\``;
    case 'last-tires':
      return `nothing would be left of order ${number}; use \`orders cancel ${number}\``;
    case 'payment-underway':
      return `a payment of order ${number} is not settled by the bank yet; try again later`;
    case 'unchanged':
      return `order ${number} already is as requested`;
    default:
      return `order ${number} cannot be changed now: ${refusal.reason}`;
  }
}
