import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { type Day, endOfDay } from '../../calendar.ts';
import { committedRefundStates, type RefundState } from '../../payment/payment-states.ts';
import { onCreditSql, returnedOnCreditOf } from '../change-order.server.ts';
import { balanceOf, netMoney, type OrderStatus, type PaidState, paidState, unpaidOf } from '../order.ts';
import { matchingOrderIds } from './search-orders.server.ts';

export type OrderFilter = {
  number?: string | undefined;
  statuses?: readonly OrderStatus[];
  paid?: PaidState | undefined;
  branch?: string | undefined;
  review?: boolean;
  /** Only orders whose tires are missing or come later than promised. */
  late?: boolean;
  /** Only orders that are paid after the hand-over, as in `isOnCredit`. */
  onCredit?: boolean;
  since?: Date | undefined;
  until?: Date | undefined;
  search?: string | undefined;
  /** Only confirmed and ready orders that are promised or to be fitted by this day. */
  dueBy?: Day | undefined;
};

const pageSize = 200;

export async function* streamOrders(
  db: Kysely<Tables>,
  filter: OrderFilter,
  { newestFirst }: { newestFirst: boolean },
) {
  let lastId: number | undefined;
  while (true) {
    const rows = await filterOrders(db, filter)
      .$if(lastId !== undefined, (orders) => orders.where('orders.id', newestFirst ? '<' : '>', lastId ?? 0))
      .orderBy('orders.id', newestFirst ? 'desc' : 'asc')
      .limit(pageSize)
      .execute();
    const orders = rows.map(withMoney);
    yield orders.filter(({ paid }) => filter.paid === undefined || paid === filter.paid);
    if (rows.length < pageSize) return;
    lastId = rows.at(-1)?.id;
  }
}

function withMoney(selected: SelectedOrder) {
  const money = netMoney(selected);
  const paid = paidState(money, selected.currentPaymentState);
  const {
    currentPaymentState,
    notDueCents,
    dueAgainCents,
    returnedOnCreditCents,
    committedRefundsCents,
    changeRefundsCents,
    paidOutChangeRefundsCents,
    ...order
  } = selected;
  return { ...order, ...balanceOf(money), dueCents: unpaidOf(money), paid };
}

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

export async function listOrders(db: Kysely<Tables>, filter: OrderFilter, limit: number) {
  const orders = [];
  for await (const page of streamOrders(db, filter, { newestFirst: true })) {
    orders.push(...page);
    if (orders.length >= limit) break;
  }
  return orders.slice(0, limit);
}

/** Returns all orders that match, the earliest promised day first, with numbers of tires here, coming, and so on. */
export async function dueOrders(db: Kysely<Tables>, filter: OrderFilter & { dueBy: Day }) {
  const orders = [];
  for await (const page of streamOrders(db, filter, { newestFirst: false })) orders.push(...page);
  const pieces = await countPieces(db, orders);
  return orders
    .map((order) => ({ ...order, pieces: pieces.get(order.id) ?? { here: 0, coming: 0, missing: 0, handedOver: 0 } }))
    .sort((a, b) => a.promisedOn.localeCompare(b.promisedOn) || a.id - b.id);
}

export type DueOrder = Awaited<ReturnType<typeof dueOrders>>[number];

type Pieces = { here: number; coming: number; missing: number; handedOver: number };

async function countPieces(db: Kysely<Tables>, orders: readonly { id: number }[]): Promise<Map<number, Pieces>> {
  const isHere = sql`stock_holds.place = orders.branch and stock_holds.state in ('held', 'sold')`;
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(stock_holds.count) filter (where ${condition}), 0)::integer`;
  const rows = await db
    .selectFrom('stock_holds')
    .innerJoin('orders', 'orders.id', 'stock_holds.order_id')
    .select([
      'orders.id',
      count(isHere).as('here'),
      count(sql`not (${isHere}) and stock_holds.state in ('held', 'sold', 'ordered', 'in_transit')`).as('coming'),
      count(sql`stock_holds.state = 'missing'`).as('missing'),
      count(sql`stock_holds.state = 'handed_over'`).as('handedOver'),
    ])
    .where(sql<boolean>`orders.id = any(${orders.map(({ id }) => id)})`)
    .groupBy('orders.id')
    .execute();
  return new Map(rows.map(({ id, ...pieces }) => [id, pieces]));
}

export async function findOrderByNumber(db: Kysely<Tables>, number: string): Promise<ListedOrder | null> {
  const [order] = await listOrders(db, { number: number.trim().toUpperCase() }, 1);
  return order ?? null;
}

function filterOrders(
  db: Kysely<Tables>,
  { number, statuses = [], branch, review, late, onCredit, since, until, search, dueBy }: OrderFilter,
) {
  let orders = selectOrders(db);
  if (number !== undefined) orders = orders.where('orders.number', '=', number);
  if (statuses.length > 0) orders = orders.where('orders.status', 'in', statuses);
  if (branch !== undefined) orders = orders.where('orders.branch', '=', branch);
  if (review) orders = orders.where('orders.review', 'is not', null);
  if (late) orders = orders.where(isLate);
  if (onCredit) orders = orders.where(onCreditSql('orders'));
  if (since) orders = orders.where('orders.placed_at', '>=', since);
  if (until) orders = orders.where('orders.placed_at', '<=', until);
  if (dueBy !== undefined) {
    const ordersWithAppointment = sql`select order_id from fitting_bookings
      where state in ('booked', 'arrived') and starts_at <= ${endOfDay(dueBy)} and order_id is not null`;
    orders = orders
      .where('orders.status', 'in', ['confirmed', 'ready'])
      .where(sql<boolean>`(orders.promised_on <= ${dueBy} or orders.id in (${ordersWithAppointment}))`);
  }
  return search === undefined ? orders : orders.where('orders.id', 'in', matchingOrderIds(search));
}

type SelectedOrder = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

const isLate = sql<boolean>`orders.status = 'confirmed' and (orders.expected_on > orders.promised_on
  or exists (select from stock_holds h where h.order_id = orders.id and h.state = 'missing'))`;

function selectOrders(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .select(['orders.id', 'number', 'placed_at as placedAt', 'status', 'total_cents as totalCents', 'branch', 'name'])
    .select(['email', 'phone', 'review', 'fulfilment', 'payment_method as paymentMethod', 'reference'])
    .select(['plate', 'promised_on as promisedOn', 'expected_on as expectedOn'])
    .select(['not_due_cents as notDueCents', 'due_again_cents as dueAgainCents'])
    .select(({ selectFrom }) => {
      const sumOf = (kind: 'paid' | 'refunded') =>
        selectFrom('payment_ledger')
          .select(sql<number>`coalesce(sum(amount_cents), 0)::int8`.as('cents'))
          .whereRef('order_id', '=', 'orders.id')
          .where('kind', '=', kind)
          .$asScalar()
          .$notNull();
      const refundsIn = (states: readonly RefundState[], reason?: 'changed') =>
        selectFrom('refunds')
          .select(sql<number>`coalesce(sum(amount_cents), 0)::int8`.as('cents'))
          .whereRef('order_id', '=', 'orders.id')
          .where('state', 'in', states)
          .$if(reason !== undefined, (refunds) => refunds.where('reason', '=', 'changed'))
          .$asScalar()
          .$notNull();
      return [
        returnedOnCreditOf(sql`orders.id`).as('returnedOnCreditCents'),
        sumOf('paid').as('paidCents'),
        sumOf('refunded').as('refundedCents'),
        refundsIn(committedRefundStates).as('committedRefundsCents'),
        refundsIn(committedRefundStates, 'changed').as('changeRefundsCents'),
        refundsIn(['succeeded'], 'changed').as('paidOutChangeRefundsCents'),
        selectFrom('payment_ledger')
          .select(sql<string | null>`string_agg(distinct tender, ', ')`.as('tenders'))
          .whereRef('order_id', '=', 'orders.id')
          .$asScalar()
          .as('tender'),
        selectFrom('payments')
          .select('payments.state')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy(({ eb }) => eb('payments.state', '=', 'authorized'), 'desc')
          .orderBy('payments.position', 'desc')
          .limit(1)
          .$asScalar()
          .$notNull()
          .as('currentPaymentState'),
      ];
    });
}

export async function* streamOrderLines(db: Kysely<Tables>, filter: OrderFilter) {
  for await (const orders of streamOrders(db, filter, { newestFirst: false })) {
    if (orders.length === 0) continue;
    const byId = new Map(orders.map((order) => [order.id, order]));
    const lines = await db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .select(['orders.id as orderId', 'orders.company', 'orders.plate', 'orders.note'])
      .select(['tire_id as tireId', 'title', 'size', 'count', 'price_cents as priceCents'])
      .select(({ selectFrom }) =>
        selectFrom('stock_holds')
          .select(sql<number>`coalesce(sum(stock_holds.count), 0)::integer`.as('returned'))
          .whereRef('stock_holds.order_id', '=', 'order_lines.order_id')
          .whereRef('stock_holds.position', '=', 'order_lines.position')
          .where('state', '=', 'returned')
          .$asScalar()
          .$notNull()
          .as('returned'),
      )
      .where('order_id', 'in', [...byId.keys()])
      .where('count', '>', 0)
      .orderBy('order_id')
      .orderBy('position')
      .execute();
    yield lines.flatMap((line) => {
      const order = byId.get(line.orderId);
      return order ? [{ ...order, ...line }] : [];
    });
  }
}

export type ListedLine =
  Awaited<ReturnType<typeof streamOrderLines>> extends AsyncGenerator<(infer Line)[]> ? Line : never;
