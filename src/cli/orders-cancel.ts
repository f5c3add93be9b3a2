import { cancelAndRefund } from '../shop/checkout/cancel-order.server.ts';
import { refundableOfOrder } from '../shop/checkout/refundable-of-order.server.ts';
import { orderDossier } from '../shop/order/order-dossier.server.ts';
import { type Command, NotDone } from './command.ts';
import { confirm } from './confirm.ts';
import { actHelp, actOptions, tellStanding } from './order-act.ts';
import { onlyArgument, theOrder } from './order-arguments.ts';
import { money, orderOf } from './order-lines.ts';
import { refundLines, refundsJson } from './refund-lines.ts';
import { actorOf, withTill } from './with-till.ts';

const help = `Cancels an order that was not handed over. Its tires return to the stock, what was paid is asked back, and the buyer is
told; an attempt to pay that is still open is closed with its provider first.

${actHelp}

  npm run shop -- orders cancel R26-4F7K2`;

export const ordersCancel: Command = {
  summary: 'Cancels an order; what was paid goes back.',
  usage: 'NUMBER [--yes] [--json]',
  help,
  options: actOptions,
  async run(call) {
    const number = onlyArgument(call, 'order');
    return withTill(call, async (till) => {
      const order = await theOrder(till.db, number);
      const paid = await refundableOfOrder(till, order.id);
      await confirm(call, `Cancel ${orderOf(order)}${paid > 0 ? ` and give ${money(paid)} back` : ''}`);
      const before = (await orderDossier(till.db, order.id)).refunds.map(({ id }) => id);
      const done = await cancelAndRefund(till, order.id, actorOf(call.io));
      if (!done.ok) throw new NotDone(done.reason, `order ${number} is ${order.status} and cannot be cancelled`);
      const { refunds } = await orderDossier(till.db, order.id);
      const asked = refunds.filter(({ id }) => !before.includes(id));
      await tellStanding(call, till, number, { lines: refundLines(number, asked), json: refundsJson(asked) });
      return 0;
    });
  },
};
