import { markRefunded } from '../../shop/checkout/refund/refund-order.server.ts';
import { toEuros } from '../../shop/money.ts';
import { orderDossier } from '../../shop/order/order-dossier.server.ts';
import { isOffline } from '../../shop/payment/payment-methods.ts';
import { onlyArgument, textOption } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { confirm } from '../confirm.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import { findOrder, printOrderState, yesAndJsonHelp, yesAndJsonOptions } from './order-act.ts';
import { money, orderLabel } from './order-lines.ts';

const help = `Records that a refund that was to be paid by hand was paid: with --reference by bank transfer, otherwise in cash. Of
several such refunds of the order, the oldest. The running shop mails the buyer.

  --reference R  the bank's own reference of the transfer
${yesAndJsonHelp}

  npm run shop -- orders refunded R26-4F7K2 --reference 2026112100123457`;

export const ordersRefunded: Command = {
  summary: 'Records that a refund was paid by hand.',
  usage: 'NUMBER [--reference BANKREF] [--yes] [--json]',
  help,
  options: { reference: { type: 'string' }, ...yesAndJsonOptions },
  async run(call) {
    const number = onlyArgument(call, 'order');
    const reference = textOption(call, 'reference');
    return withShopContext(call, async (shop) => {
      const order = await findOrder(shop.db, number);
      const { refunds } = await orderDossier(shop.db, order.id);
      const next = refunds.find(({ state, provider }) => state === 'requested' && isOffline(provider));
      if (!next) throw new NotDone('nothing-to-return', `no refund of order ${number} waits to be paid out by hand`);
      const how = reference === undefined ? 'in cash' : `by transfer ${reference}`;
      await confirm(call, `Book ${money(next.amountCents)} as paid out ${how} for ${orderLabel(order)}`);
      const returned = await markRefunded(shop, order.id, actorOf(call.io), reference);
      if (!returned.ok) throw new NotDone(returned.reason, refusalOf(returned.reason, number));
      await printOrderState(call, shop, number, {
        lines: [`${money(returned.refund.amount_cents)} booked as paid out.`],
        json: { refunded: toEuros(returned.refund.amount_cents) },
      });
      return 0;
    });
  },
};

function refusalOf(reason: 'nothing-to-return' | 'booked', number: string): string {
  if (reason === 'booked') return 'that bank reference is already recorded for another payment';
  return `no refund of order ${number} waits to be paid out by hand any more`;
}
