import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { euVatNumber } from '../../books/xml/party.ts';
import { creditDaysOf } from '../../checkout/desk/allow-credit.server.ts';
import type { ShopContext } from '../../checkout/shop-context.server.ts';
import { latestBookingOf } from '../../fitting/bookings/bookings.server.ts';
import { roundedCash } from '../../money.ts';
import { balanceOf, isBlocking, isOnCredit, paidState } from '../../order/order.ts';
import { piecesOf } from '../../order/order-pieces.server.ts';
import { isOffline } from '../../payment/payment-methods.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { deskAppointment } from '../fitting/free-times.server.ts';
import type { DeskMoney, DeskOrder } from './desk-order.ts';
import { allowedActs } from './order-act.ts';
import { linesWithPieces } from './order-lines.ts';
import { readDelay, readHistory, readMails, readNotes, readWithdrawals, withIsoTime } from './order-records.server.ts';
import { type OrderRow, readOrderRows } from './order-rows.server.ts';
import { orderVersion } from './order-version.server.ts';

export async function deskOrder(
  { db, shopConfig, now, vatRegister }: Pick<ShopContext, 'db' | 'shopConfig' | 'now' | 'vatRegister'>,
  number: string,
): Promise<DeskOrder | null> {
  const found = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  if (!found) return null;
  const { id } = found;
  // The version is read first: the other data may then be newer than the version, which is safe, but never older.
  const version = await orderVersion(db, id);
  const order = await db
    .selectFrom('orders')
    .select(['id', 'email', 'company', 'note', 'locale', 'payment_method as method', 'reference'])
    .select(['status', 'credit_reg_code', 'credit_days'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await readOrderRows(db, sql`${id}::bigint`, now());
  const orderRow = rows.get(id);
  if (!orderRow) return null;
  const [lines, pieces, money, notes, delay, withdrawals, booking, mails, history] = await Promise.all([
    readLines(db, id),
    piecesOf(db, shopConfig, id),
    readMoney(db, orderRow, order),
    readNotes(db, id),
    readDelay(db, id, orderRow.row.status),
    readWithdrawals(db, id),
    orderRow.row.fulfilment === 'fitting' ? latestBookingOf(db, id) : null,
    readMails(db, id),
    readHistory(db, id),
  ]);
  const { row, state, channel, placedAt, heldUntil } = orderRow;
  const { status, branch, fulfilment, plate, promisedOn, expectedOn, tires, nextAct } = row;
  const { company, note, locale } = order;
  return {
    number,
    status,
    channel,
    locale,
    branch,
    fulfilment,
    plate,
    promisedOn,
    expectedOn,
    company,
    note,
    placedAt: placedAt.toISOString(),
    heldUntil: tallinnDate(heldUntil),
    buyer: { name: row.name, phone: row.phone, email: order.email, erased: state.isContactErased },
    canCheckVat: vatRegister !== null && euVatNumber(company?.vatNumber ?? null) !== null,
    credit: creditOf(order, shopConfig),
    lines: linesWithPieces(lines, pieces),
    review: state.review && { kind: state.review, blocking: isBlocking(state.review) },
    fitting: booking && deskAppointment(booking),
    acts: allowedActs(state),
    tires,
    money,
    notes,
    delay,
    withdrawals,
    mails,
    history,
    nextAct,
    ...version,
  };
}

function creditOf(
  order: Pick<Selectable<Tables['orders']>, 'status' | 'company' | 'credit_reg_code' | 'credit_days'>,
  shopConfig: ShopContext['shopConfig'],
): DeskOrder['credit'] {
  if (isOnCredit(order)) return { days: order.credit_days ?? 0, isApproved: true };
  const days = creditDaysOf(shopConfig, order.company);
  return days === null ? null : { days, isApproved: false };
}

function readLines(db: Kysely<Tables>, orderId: number) {
  return db
    .selectFrom('order_lines')
    .innerJoin('tires', 'tires.id', 'order_lines.tire_id')
    .select([
      'position',
      'tire_id as tireId',
      'tires.ean',
      'title',
      'size',
      'count',
      'order_lines.price_cents as priceCents',
    ])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

async function readMoney(
  db: Kysely<Tables>,
  { id, money, totalCents, state, row }: OrderRow,
  { method, reference }: { method: string; reference: string },
): Promise<DeskMoney> {
  const [entries, refunds, authorizedOrLatestPayment] = await Promise.all([
    db
      .selectFrom('payment_ledger')
      .select(['at', 'actor', 'kind', 'provider', 'provider_ref as reference', 'amount_cents as amountCents'])
      .select(['rounding_cents as roundingCents', 'tender'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refunds.id', 'requested_at as at', 'requested_by as actor', 'refunds.amount_cents as amountCents'])
      .select(['reason', 'refunds.note', 'refunds.state', 'payments.provider'])
      .where('refunds.order_id', '=', id)
      .orderBy('requested_at')
      .orderBy('refunds.id')
      .execute(),
    db
      .selectFrom('payments')
      .select('state')
      .where('order_id', '=', id)
      .orderBy(({ eb }) => eb('state', '=', 'authorized'), 'desc')
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const sumOf = (wanted: 'paid' | 'refunded') =>
    entries.reduce((sum, { kind, amountCents }) => sum + (kind === wanted ? amountCents : 0), 0);
  return {
    totalCents,
    dueCents: state.dueCents,
    refundableCents: state.refundableCents,
    method,
    reference,
    paidCents: sumOf('paid'),
    refundedCents: sumOf('refunded'),
    dueInCashCents: roundedCash(state.dueCents),
    overpaidCents: balanceOf(money).overCents,
    onCredit: row.money.onCredit === true,
    state: paidState(money, authorizedOrLatestPayment?.state),
    entries: entries.map(withIsoTime),
    refunds: refunds.map(({ provider, ...refund }) => ({
      ...withIsoTime(refund),
      byHand: refund.state === 'requested' && isOffline(provider),
    })),
  };
}
