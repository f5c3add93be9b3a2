import type { DeskResult } from '../../shop/checkout/desk/desk.server.ts';
import type { CountResult } from '../../shop/checkout/handover/counted-tires.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { toEuros } from '../../shop/money.ts';
import { findOrderByNumber, type ListedOrder } from '../../shop/order/find/list-orders.server.ts';
import { type OrderDossier, orderDossier } from '../../shop/order/order-dossier.server.ts';
import { isOffline } from '../../shop/payment/payment-methods.ts';
import { onlyArgument } from '../arguments.ts';
import { type Call, NotDone } from '../command.ts';
import { confirm } from '../confirm.ts';
import { print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import { money, orderJson, stateLine } from './order-lines.ts';

type OrderCommand = {
  question: (order: ListedOrder) => string;
  act: (shop: ShopContext, orderId: number, actor: string) => Promise<DeskResult>;
  wrongStateText: (order: ListedOrder) => string;
};

export function runOrderCommand(call: Call, { question, act, wrongStateText }: OrderCommand): Promise<void> {
  return withOrder(call, onlyArgument(call, 'order'), async (shop, order, actor) => {
    await confirm(call, question(order));
    const result = await act(shop, order.id, actor);
    if (result.ok) return;
    const isInWrongState = result.reason === 'too-late';
    throw new NotDone(result.reason, isInWrongState ? wrongStateText(order) : refusalText(result.reason, order));
  });
}

/** Calls `work`, then prints the order's new state with what `work` returns. */
export async function withOrder(
  call: Call,
  number: string,
  work: (shop: ShopContext, order: ListedOrder, actor: string) => Promise<AddedOutput> | Promise<void>,
): Promise<void> {
  await withShopContext(call, async (shop) => {
    const added = await work(shop, await findOrder(shop.db, number), actorOf(call.io));
    await printOrderState(call, shop, number, added ?? {});
  });
}

type RefusalReason = ((DeskResult | CountResult) & { ok: false })['reason'];

export function refusalText(reason: RefusalReason, { number, status, paid, review }: ListedOrder): string {
  switch (reason) {
    case 'too-late':
      return `order ${number} is ${status}`;
    case 'review':
      return `order ${number} must be reviewed first (${review}); then use \`orders reviewed ${number}\``;
    case 'unpaid':
      return `order ${number} is not paid (${status}, ${paid})`;
    case 'booked':
      return 'that bank reference is already recorded for another payment';
    case 'not-coming':
      return `order ${number}: these are more tires than are on their way; see \`orders show ${number}\``;
    case 'not-here':
      return `order ${number}: these are more tires than are at its branch; see \`orders show ${number}\`, or use \`orders complete ${number}\``;
    case 'not-handed-over':
      return `order ${number}: these are more tires than the buyer has; see \`orders show ${number}\``;
  }
}

type AddedOutput = { lines?: string[]; linesAfter?: string[]; json?: object };

/** Prints the order's state between `lines` and `linesAfter`, or the order as JSON with the fields of `json` added. */
export async function printOrderState(
  call: Call,
  shop: ShopContext,
  number: string,
  { lines = [], linesAfter = [], json }: AddedOutput = {},
): Promise<ListedOrder> {
  const order = await findOrder(shop.db, number);
  print(call, { ok: true, order: orderJson(order), ...json }, [...lines, stateLine(order), ...linesAfter]);
  return order;
}

export async function findOrder(db: ShopContext['db'], number: string): Promise<ListedOrder> {
  const order = await findOrderByNumber(db, number);
  if (!order) throw new NotDone('unknown-order', `there is no order ${number}`);
  return order;
}

type RefundId = OrderDossier['refunds'][number]['id'];

export async function refundIdsOf(db: ShopContext['db'], orderId: number): Promise<RefundId[]> {
  return (await orderDossier(db, orderId)).refunds.map(({ id }) => id);
}

/** Returns the refunds of an order for which `isPrinted` is true, as lines and as JSON. */
export async function refundOutput(
  db: ShopContext['db'],
  { id: orderId, number }: { id: number; number: string },
  isPrinted: (id: RefundId) => boolean,
) {
  const refunds = (await orderDossier(db, orderId)).refunds.filter(({ id }) => isPrinted(id));
  const lines = refunds.map(({ provider, amountCents }) =>
    isOffline(provider)
      ? `${money(amountCents)} are to be paid out by hand; then use \`orders refunded ${number}\``
      : `${money(amountCents)} go back through ${provider}; the running shop requests the refund.`,
  );
  const json = refunds.map(({ id, provider, amountCents, state }) => ({
    id,
    provider,
    amount: toEuros(amountCents),
    state,
    byHand: isOffline(provider),
  }));
  return { lines, json: { refunds: json } };
}
