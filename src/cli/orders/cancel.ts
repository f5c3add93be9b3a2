import { cancelAndRefund } from '../../shop/checkout/desk/cancel-order.server.ts';
import { refundableOfOrder } from '../../shop/checkout/refund/refund-order.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { refundIdsOf, refundOutput, withOrder } from './order-act.ts';
import { money, orderLabel } from './order-lines.ts';

export const ordersCancel: Command = {
  summary: 'Cancels an order and refunds what was paid.',
  usage: 'NUMBER [--yes] [--json]',
  help: `Cancels an order that was not handed over: its tires return to the stock, a refund of what was paid is requested, and
the buyer gets a mail. An open payment attempt is first closed with its provider.

${yesAndJsonHelp}

  npm run shop -- orders cancel R26-4F7K2`,
  run: (call) =>
    withOrder(call, onlyArgument(call, 'order'), async (shop, order, actor) => {
      const { id, number } = order;
      const refundable = await refundableOfOrder(shop, id);
      await confirm(call, `Cancel ${orderLabel(order)}${refundable > 0 ? ` and give ${money(refundable)} back` : ''}`);
      const idsBefore = await refundIdsOf(shop.db, id);
      const result = await cancelAndRefund(shop, id, actor);
      if (!result.ok) throw new NotDone(result.reason, `order ${number} is ${order.status} and cannot be cancelled`);
      return refundOutput(shop.db, order, (refundId) => !idsBefore.includes(refundId));
    }),
};
