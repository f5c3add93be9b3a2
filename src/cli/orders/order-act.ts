import type { DeskResult } from '../../shop/checkout/desk/desk.server.ts';
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

export async function runOrderCommand(call: Call, { question, act, wrongStateText }: OrderCommand): Promise<number> {
  const number = onlyArgument(call, 'order');
  return withShopContext(call, async (shop) => {
    const order = await findOrder(shop.db, number);
    await confirm(call, question(order));
    const result = await act(shop, order.id, actorOf(call.io));
    if (!result.ok) throw new NotDone(result.reason, refusalOf(result.reason, order, wrongStateText));
    await printOrderState(call, shop, number);
    return 0;
  });
}

function refusalOf(
  reason: (DeskResult & { ok: false })['reason'],
  order: ListedOrder,
  wrongStateText: OrderCommand['wrongStateText'],
): string {
  const { number, status, paid, review } = order;
  switch (reason) {
    case 'too-late':
      return wrongStateText(order);
    case 'review':
      return `order ${number} must be reviewed first (${review}); then use \`orders reviewed ${number}\``;
    case 'unpaid':
      return `order ${number} is not paid (${status}, ${paid})`;
    case 'booked':
      return 'that bank reference is already recorded for another payment';
  }
}

/** Prints the order's state between `lines` and `linesAfter`, or the order as JSON with the fields of `json` added. */
export async function printOrderState(
  call: Call,
  shop: ShopContext,
  number: string,
  more: { lines?: string[]; linesAfter?: string[]; json?: object } = {},
): Promise<ListedOrder> {
  const order = await findOrder(shop.db, number);
  const lines = [...(more.lines ?? []), stateLine(order), ...(more.linesAfter ?? [])];
  print(call, { ok: true, order: orderJson(order), ...more.json }, lines);
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
