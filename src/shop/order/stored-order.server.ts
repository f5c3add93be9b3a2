import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Cents, toEuros, vatIn } from '../money.ts';
import { moneyOf } from '../payment/ledger.server.ts';
import type { RefundState } from '../payment/refund-states.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { OrderView } from './order-view.ts';
import { awaitsBuyer, paidState } from './paid-state.ts';

/** An order as the tables keep it. */
export type StoredOrder = {
  order: Pick<Selectable<Tables['orders']>, (typeof columns)[number]>;
  lines: Omit<Selectable<Tables['order_lines']>, 'order_id'>[];
  holds: Omit<Selectable<Tables['stock_holds']>, 'order_id' | 'state'>[];
  /** The latest attempt to pay. */
  attempt: Pick<Selectable<Tables['payments']>, 'id' | 'state' | 'redirect_url'>;
  paidCents: Cents;
  refundedCents: Cents;
  refunds: Pick<Selectable<Tables['refunds']>, 'state' | 'amount_cents'>[];
  withdrawnAt: Date | null;
};

export type OrderRow = StoredOrder['order'];

const columns = [
  'id',
  'number',
  'token_hash',
  'status',
  'locale',
  'name',
  'email',
  'phone',
  'company',
  'branch',
  'fulfilment',
  'plate',
  'note',
  'payment_method',
  'reference',
  'total_cents',
  'vat_percent',
  'placed_at',
  'promised_on',
  'held_until',
  'device_id',
  'terms_accepted_at',
  'review',
] as const;

export function selectOrders(db: Kysely<Tables>) {
  return db.selectFrom('orders').select(columns);
}

/** The order with what was bought and where it comes from. */
export async function withLines(db: Kysely<Tables>, order: OrderRow): Promise<StoredOrder> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'tire_id', 'title', 'size', 'count', 'price_cents'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const holds = await db
    .selectFrom('stock_holds')
    .select(['position', 'tire_id', 'place', 'count', 'lead_days'])
    .where('order_id', '=', order.id)
    .execute();
  const attempt = await db
    .selectFrom('payments')
    .select(['id', 'state', 'redirect_url'])
    .where('order_id', '=', order.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const money = await moneyOf(db, { orderId: order.id });
  const refunds = await db
    .selectFrom('refunds')
    .select(['state', 'amount_cents'])
    .where('order_id', '=', order.id)
    .orderBy('requested_at')
    .execute();
  const { withdrawnAt } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.max<Date | null>('received_at').as('withdrawnAt'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const { paid: paidCents, refunded: refundedCents } = money;
  return { order, lines, holds, attempt, paidCents, refundedCents, refunds, withdrawnAt };
}

/** What the buyer sees of a stored order. */
export function viewOf({ order, lines, holds, attempt, refunds, withdrawnAt, ...money }: StoredOrder): OrderView {
  const state = paidState({ ...money, totalCents: order.total_cents }, attempt.state);
  return {
    number: order.number,
    status: order.status,
    locale: order.locale,
    placedAt: order.placed_at.toISOString(),
    customer: { name: order.name, email: order.email, phone: order.phone },
    company: order.company && { ...order.company, vatNumber: order.company.vatNumber ?? '' },
    branch: order.branch,
    fulfilment: order.fulfilment,
    plate: order.plate,
    note: order.note,
    paymentMethod: order.payment_method,
    items: lines.map(({ position, tire_id, title, size, count, price_cents }) => ({
      id: tire_id,
      title,
      size,
      count,
      price: toEuros(price_cents),
      parts: holds
        .filter((hold) => hold.position === position)
        .map((hold) => ({ place: hold.place, count: hold.count, leadDays: hold.lead_days }))
        .sort((a, b) => a.leadDays - b.leadDays || (a.place < b.place ? -1 : 1)),
    })),
    total: toEuros(order.total_cents),
    vat: { percent: order.vat_percent, amount: toEuros(vatIn(order.total_cents, order.vat_percent)) },
    payment: {
      state,
      attempt: attempt.state,
      paid: toEuros(money.paidCents),
      refunded: toEuros(money.refundedCents),
      refunds: refunds.map((refund) => ({ amount: toEuros(refund.amount_cents), state: refundWord(refund.state) })),
    },
    awaitsBuyer: awaitsBuyer(order.status, state),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    promisedOn: order.promised_on,
    heldUntil: tallinnDate(order.held_until),
  };
}

function refundWord(state: RefundState) {
  return state === 'succeeded' ? 'done' : state === 'failed' ? 'failed' : 'underway';
}
