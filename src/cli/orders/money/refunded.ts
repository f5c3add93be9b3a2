import { markRefunded, nextManualRefund } from '../../../shop/checkout/refund/refund-order.server.ts';
import { type Cents, roundedCash, toEuros } from '../../../shop/money.ts';
import { tenders } from '../../../shop/payment/payment-methods.ts';
import { oneOf, onlyArgument, textOption } from '../../arguments.ts';
import { type Command, NotDone, UsageError } from '../../command.ts';
import { confirm, yesAndJsonHelp } from '../../confirm.ts';
import { actorOf, withShopContext } from '../../with-shop-context.ts';
import { findOrder, printOrderState } from '../order-act.ts';
import { money, orderLabel } from '../order-lines.ts';
import { warnIfNoOpenDrawer } from './desk-money.ts';

export const ordersRefunded: Command = {
  summary: 'Records that a refund was paid by hand.',
  usage: 'NUMBER [--reference BANKREF | --method cash|card] [--yes] [--json]',
  help: `Records that a refund was paid by hand: with --reference by bank transfer, otherwise at the branch of
the order. If several manual refunds are pending, the command records the oldest of those whose payment was received by the same
method; if there is none, the oldest of all. The running shop mails the buyer. Cash is rounded to 5 cents, and leaves the open cash drawer of the branch.

  --reference R    the bank's own reference of the transfer
  --method METHOD  how the branch paid: cash or card (default: cash)
${yesAndJsonHelp}

  npm run shop -- orders refunded R26-4F7K2 --reference 2026112100123457
  npm run shop -- orders refunded R26-4F7K2 --method cash`,
  async run(call) {
    const typedNumber = onlyArgument(call, 'order');
    const reference = textOption(call, 'reference');
    const method = oneOf(textOption(call, 'method'), tenders, 'method');
    if (reference !== undefined && method) throw new UsageError('--reference and --method cannot be combined');
    const tender = reference === undefined ? (method ?? 'cash') : null;
    return withShopContext(call, async (shop) => {
      const order = await findOrder(shop.db, typedNumber);
      const { number } = order;
      const next = await nextManualRefund(shop.db, order.id, tender);
      if (!next) throw new NotDone('nothing-to-return', `no refund of order ${number} waits to be paid out by hand`);
      const roundedPayout = (cents: Cents) => (tender === 'cash' ? roundedCash(cents) : cents);
      const how = tender ? tenderTexts[tender] : `by transfer ${reference}`;
      await confirm(
        call,
        `Book ${money(roundedPayout(next.amount_cents))} as paid out ${how} for ${orderLabel(order)}`,
      );
      const refundId = next.id;
      const result = await markRefunded(shop, order.id, actorOf(call.io), reference, tender, { refundId });
      if (!result.ok) throw new NotDone(result.reason, refusalOf(result.reason, number, next.amount_cents));
      const { amount_cents: refundCents } = result.refund;
      const paidOutCents = roundedPayout(refundCents);
      const roundingCents = paidOutCents - refundCents;
      const rounding = roundingCents === 0 ? '' : ` (rounded by ${money(roundingCents)})`;
      await printOrderState(call, shop, number, {
        lines: [`${money(paidOutCents)} booked as paid out${rounding}.`],
        json: { refunded: toEuros(refundCents), rounding: toEuros(roundingCents) },
      });
      if (tender === 'cash') await warnIfNoOpenDrawer(call, shop.db, order.branch);
    });
  },
};

const tenderTexts = { cash: 'in cash', card: 'to the card' } as const;

function refusalOf(reason: 'nothing-to-return' | 'booked', number: string, cents: Cents): string {
  if (reason === 'booked') return 'that bank reference is already recorded for another payment';
  return `the refund of ${money(cents)} of order ${number} does not wait to be paid out by hand any more`;
}
