import { cancelAndRefund } from '../../shop/checkout/desk/cancel-order.server.ts';
import { refundableOfOrder } from '../../shop/checkout/refund/refund-order.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import { findOrder, printOrderState, refundIdsOf, refundOutput } from './order-act.ts';
import { money, orderLabel } from './order-lines.ts';

const help = `Cancels an order that was not handed over: its tires return to the stock, a refund of what was paid is requested, and
the buyer gets a mail. An open payment attempt is first closed with its provider.

${yesAndJsonHelp}

  npm run shop -- orders cancel R26-4F7K2`;

export const ordersCancel: Command = {
  summary: 'Cancels an order and refunds what was paid.',
  usage: 'NUMBER [--yes] [--json]',
  help,
  async run(call) {
    const number = onlyArgument(call, 'order');
    return withShopContext(call, async (shop) => {
      const order = await findOrder(shop.db, number);
      const refundable = await refundableOfOrder(shop, order.id);
      await confirm(call, `Cancel ${orderLabel(order)}${refundable > 0 ? ` and give ${money(refundable)} back` : ''}`);
      const idsBefore = await refundIdsOf(shop.db, order.id);
      const result = await cancelAndRefund(shop, order.id, actorOf(call.io));
      if (!result.ok) throw new NotDone(result.reason, `order ${number} is ${order.status} and cannot be cancelled`);
      const refunds = await refundOutput(shop.db, { id: order.id, number }, (id) => !idsBefore.includes(id));
      await printOrderState(call, shop, number, refunds);
      return 0;
    });
  },
};
