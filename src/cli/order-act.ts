import type { Done } from '../shop/checkout/desk.server.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import type { ListedOrder } from '../shop/order/list-orders.server.ts';
import { type Call, NotDone } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { onlyArgument, theOrder } from './order-arguments.ts';
import { orderJson, standingOf } from './order-lines.ts';
import { printJson, printLines } from './output.ts';
import { actorOf, withTill } from './with-till.ts';

export const actOptions = { ...yesOption, json: { type: 'boolean' } } as const;

export const actHelp = `  --yes   without asking; needed where nobody can be asked
  --json  the outcome as JSON`;

type Act = {
  /** What is asked before. */
  question: (order: ListedOrder) => string;
  does: (till: Till, orderId: number, actor: string) => Promise<Done>;
  /** Why it could not be, where that needs other words than the usual ones. */
  tooLate: (order: ListedOrder) => string;
};

/** Runs a command that changes one order in one way, and says how the order stands then. */
export async function actOnOrder(call: Call, { question, does, tooLate }: Act): Promise<number> {
  const number = onlyArgument(call, 'order');
  return withTill(call, async (till) => {
    const order = await theOrder(till.db, number);
    await confirm(call, question(order));
    const done = await does(till, order.id, actorOf(call.io));
    if (!done.ok) throw new NotDone(done.reason, refusalOf(done.reason, order, tooLate));
    await tellStanding(call, till, number);
    return 0;
  });
}

function refusalOf(reason: (Done & { ok: false })['reason'], order: ListedOrder, tooLate: Act['tooLate']): string {
  const { number, status, paid, review } = order;
  switch (reason) {
    case 'too-late':
      return tooLate(order);
    case 'review':
      return `order ${number} has to be looked at first (${review}); then: orders reviewed ${number}`;
    case 'unpaid':
      return `order ${number} is not paid (${status}, ${paid})`;
    case 'booked':
      return 'that reference is booked already: each counts once';
  }
}

/** How the order stands now, with what else there is to tell. */
export async function tellStanding(
  { values, io }: Call,
  till: Till,
  number: string,
  more: { lines?: string[]; json?: object } = {},
): Promise<ListedOrder> {
  const order = await theOrder(till.db, number);
  if (values.json) printJson(io, { ok: true, order: orderJson(order), ...more.json });
  else printLines(io, [...(more.lines ?? []), standingOf(order)]);
  return order;
}
