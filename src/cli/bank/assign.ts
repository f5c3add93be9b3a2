import { type AssignResult, assignEntry, ignoreEntry } from '../../shop/bank/assign-entry.server.ts';
import { findAssignableOrder, unassignedMoney } from '../../shop/bank/list-entries.server.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { printOrderState } from '../orders/order-act.ts';
import { money } from '../orders/order-lines.ts';
import { print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

export const bankAssign: Command = {
  summary: 'Books an unassigned bank transfer for an order.',
  usage: 'ENTRY ORDER [--yes] [--json]',
  help: `ENTRY is an id that \`bank list\` shows, ORDER an order number or reference number. An amount that covers the balance due confirms the
order; a smaller one does not. Money for an order that is already paid, or whose tires are no longer available, is booked, and its
refund is requested.

${yesAndJsonHelp}

  npm run shop -- bank assign 17 R26-4F7K2`,
  async run(call) {
    const [entryId, orderText] = entryIdAndText(call, 'ORDER');
    return withShopContext(call, async (shop) => {
      const order = await findAssignableOrder(shop.db, orderText);
      if (!order)
        throw new NotDone('unknown-order', refusalOf({ ok: false, reason: 'unknown-order' }, entryId, orderText));
      const entry = (await unassignedMoney(shop.db)).find(({ id }) => id === entryId);
      const amount = entry ? money(entry.amountCents) : 'the money';
      await confirm(call, `Book ${amount} for order ${order.number} of ${order.name}, ${money(order.dueCents)} due`);
      const { number, dueCents } = order;
      const result = await assignEntry(shop, { entryId, order: number, dueCents, actor: actorOf(call.io) });
      if (!result.ok) throw new NotDone(result.reason, refusalOf(result, entryId, orderText));
      await printOrderState(call, shop, result.number);
    });
  },
};

export const bankIgnore: Command = {
  summary: 'Marks a bank entry as belonging to no order.',
  usage: 'ENTRY REASON [--json]',
  help: `The entry stays stored with the reason, and \`bank list\` shows it only with --all.

  --json  prints the result as JSON

  npm run shop -- bank ignore 18 "loan of the owner"`,
  async run(call) {
    const [entryId, reason] = entryIdAndText(call, 'REASON');
    if (reason.trim() === '' || reason.length > 200) throw new UsageError('REASON must have 1 to 200 characters');
    return withShopContext(call, async (shop) => {
      const result = await ignoreEntry(shop, entryId, reason.trim(), actorOf(call.io));
      if (!result.ok) throw new NotDone(result.reason, refusalOf(result, entryId, ''));
      print(call, { ok: true }, [`Entry ${entryId} belongs to no order: ${reason.trim()}`]);
    });
  },
};

function entryIdAndText({ positionals }: Call, textName: string): [number, string] {
  const [entry, text, ...more] = positionals;
  if (entry === undefined || text === undefined || more.length > 0) throw new UsageError(`name ENTRY and ${textName}`);
  if (!/^\d{1,12}$/.test(entry)) throw new UsageError('ENTRY must be an id that `bank list` shows');
  return [Number(entry), text];
}

function refusalOf(result: AssignResult & { ok: false }, entryId: number, orderText: string): string {
  switch (result.reason) {
    case 'unknown-entry':
      return `there is no bank entry ${entryId}`;
    case 'unknown-order':
      return `there is no order ${orderText}`;
    case 'not-unassigned':
      return `bank entry ${entryId} is assigned or ignored already`;
    case 'not-assignable':
      return `bank entry ${entryId} is a debit or not in euros; to remove it from the list, use \`bank ignore ${entryId} REASON\``;
    case 'payment-withdrawn':
      return `the bank reversed a payment of this order, and the books still contain it. If the buyer paid again by entry ${entryId}, end the review with \`orders reviewed\`, then use \`bank ignore ${entryId} REASON\``;
    case 'too-late':
      return `order ${orderText} is handed over, and takes no more payments; to remove the money from the list, use \`bank ignore ${entryId} REASON\``;
    case 'booked':
      return `the bank's reference of entry ${entryId} is already recorded for another payment`;
    case 'due-changed':
      return `${money(result.dueCents)} are due now; nothing has changed`;
  }
}
