import { markPaid } from '../../shop/checkout/desk/desk.server.ts';
import { openStatuses } from '../../shop/order/order.ts';
import { onlyArgument, textOption } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { note } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import { actHelp, actOptions, printOrderState, theOrder } from './order-act.ts';
import { money, orderOf } from './order-lines.ts';

const help = `Records that the whole amount of an order was paid: by bank transfer, whose bank reference counts once, or by cash or
card at a branch. The order is confirmed; the running shop sends the mails. If its tires are no longer available, the
payment is recorded anyway, a refund is requested, and the exit code is 3.

  --reference R  the bank's own reference of the transfer
  --desk         paid at a branch
${actHelp}

  npm run shop -- orders paid R26-4F7K2 --reference 2026112100123456
  npm run shop -- orders paid R26-4F7K2 --desk --yes`;

export const ordersPaid: Command = {
  summary: 'Records that an order was paid by transfer or at a branch.',
  usage: 'NUMBER --reference BANKREF | --desk [--yes] [--json]',
  help,
  options: { reference: { type: 'string' }, desk: { type: 'boolean' }, ...actOptions },
  async run(call) {
    const number = onlyArgument(call, 'order');
    const reference = referenceOf(call);
    const how = reference === undefined ? 'at the desk' : `by transfer ${reference}`;
    return withShopContext(call, async (shop) => {
      const order = await theOrder(shop.db, number);
      await confirm(call, `Book ${money(order.totalCents)} as paid ${how} for ${orderOf(order)}`);
      const done = await markPaid(shop, order.id, actorOf(call.io), reference);
      if (!done.ok) throw new NotDone(done.reason, refusalOf(done.reason, number));
      const now = await printOrderState(call, shop, number);
      if (openStatuses.includes(now.status)) return 0;
      note(call.io, `The money is booked, but the order stays ${now.status}: a refund was asked for.`);
      return 3;
    });
  },
};

function referenceOf(call: Call): string | undefined {
  const reference = textOption(call, 'reference');
  if ((reference === undefined) === (call.values.desk !== true)) {
    throw new UsageError('say either --reference BANKREF or --desk');
  }
  return reference;
}

function refusalOf(reason: string, number: string): string {
  if (reason === 'booked') return 'that bank reference is booked already: each counts once';
  return `order ${number} is paid or handed over already`;
}
