import type { Kysely, Selectable } from 'kysely';
import { secret } from '../../database/secrets.server.ts';
import type { Tables } from '../../database/tables.ts';
import { isSupplier } from '../catalog/stock-location.ts';
import { type Cents, toEuros, vatIn } from '../money.ts';
import type { RefundState } from '../payment/payment-states.ts';
import { moneyOf } from '../payment/payments.server.ts';
import { offlineProviderOf } from '../payment/providers.ts';
import type { ShopConfig } from '../shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { awaitsBuyer, paidState } from './order.ts';
import { digest, mailToken, orderNumberPattern, tokenMatches } from './order-identity.server.ts';
import type { NextStep, OrderAnswer, OrderView } from './order-view.ts';

/** Finds an order by number and token. A wrong number and a wrong token both return null, after the same work. */
export async function findOrder(
  db: Kysely<Tables>,
  facts: ShopConfig,
  number: string,
  token: string,
): Promise<OrderAnswer | null> {
  const order = await openOrder(db, number, token);
  return order && answerOf(await withLines(db, order), facts);
}

/** As `findOrder`, without lines. Accepts the buyer's own token and the token in the shop's mails. */
export async function openOrder(db: Kysely<Tables>, number: string, token: string): Promise<OrderRow | null> {
  // An impossible number (with a NUL character, say) takes as long as an unknown one.
  const wanted = orderNumberPattern.test(number) ? number : '';
  const order: OrderRow | undefined = await selectOrders(db).where('number', '=', wanted).executeTakeFirst();
  const own = tokenMatches(token, order?.token_hash ?? null);
  const mailed = tokenMatches(token, digest(mailToken(await secret(db, 'order-links'), wanted)));
  return order && (own || mailed) ? order : null;
}

export async function readOrder(db: Kysely<Tables>, id: number): Promise<StoredOrder> {
  return withLines(db, await selectOrders(db).where('id', '=', id).executeTakeFirstOrThrow());
}

/** For the buyer: suppliers have no names. */
export function answerOf(stored: StoredOrder, facts: ShopConfig): OrderAnswer {
  const { order, next } = staffAnswerOf(stored, facts);
  const withoutNames = (parts: OrderView['items'][number]['parts']) =>
    parts.map((part) => (isSupplier(part.place) ? { ...part, place: 'supplier' } : part));
  return {
    order: { ...order, items: order.items.map((item) => ({ ...item, parts: withoutNames(item.parts) })) },
    next,
  };
}

export function staffAnswerOf(stored: StoredOrder, facts: ShopConfig): OrderAnswer {
  return { order: viewOf(stored), next: nextStepOf(stored, facts) };
}

export type StoredOrder = {
  order: Pick<Selectable<Tables['orders']>, (typeof columns)[number]>;
  lines: Omit<Selectable<Tables['order_lines']>, 'order_id'>[];
  holds: Omit<Selectable<Tables['stock_holds']>, 'order_id' | 'state'>[];
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

function selectOrders(db: Kysely<Tables>) {
  return db.selectFrom('orders').select(columns);
}

async function withLines(db: Kysely<Tables>, order: OrderRow): Promise<StoredOrder> {
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

function paidStateOf({ order, attempt, paidCents, refundedCents }: StoredOrder) {
  return paidState({ paidCents, refundedCents, totalCents: order.total_cents }, attempt.state);
}

function viewOf(stored: StoredOrder): OrderView {
  const { order, lines, holds, attempt, refunds, withdrawnAt } = stored;
  const state = paidStateOf(stored);
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
      paid: toEuros(stored.paidCents),
      refunded: toEuros(stored.refundedCents),
      refunds: refunds.map((refund) => ({ amount: toEuros(refund.amount_cents), state: refundStateOf(refund.state) })),
    },
    awaitsBuyer: awaitsBuyer(order.status, state),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    promisedOn: order.promised_on,
    heldUntil: tallinnDate(order.held_until),
  };
}

function refundStateOf(state: RefundState) {
  return state === 'succeeded' ? 'done' : state === 'failed' ? 'failed' : 'underway';
}

export function nextStepOf(stored: StoredOrder, facts: ShopConfig): NextStep {
  const { order, attempt } = stored;
  if (!awaitsBuyer(order.status, paidStateOf(stored))) return { type: 'none' };
  const offline = offlineProviderOf(order.payment_method);
  if (offline) {
    const due = { reference: order.reference, totalCents: order.total_cents, heldUntil: order.held_until };
    return offline.nextStep(due, facts);
  }
  if (attempt.state === 'pending' && attempt.redirect_url) return { type: 'redirect', url: attempt.redirect_url };
  return attempt.state === 'created' || attempt.state === 'submitted' ? { type: 'retry' } : { type: 'none' };
}
