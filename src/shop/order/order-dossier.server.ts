import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export async function orderDossier(db: Kysely<Tables>, orderId: number) {
  const orderRow = await db
    .selectFrom('orders')
    .select([
      'company',
      'channel',
      'plate',
      'note',
      'locale',
      'promised_on as promisedOn',
      'expected_on as expectedOn',
      'held_until as heldUntil',
    ])
    .select(['contact_erased_at as contactErasedAt', 'name_erased_at as nameErasedAt'])
    .select(
      sql<string[] | null>`(select array_agg(other.number order by other.id) from orders as other
        where other.device_id = orders.device_id and other.id <> orders.id)`.as('sameDevice'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'tire_id as tireId', 'title', 'size', 'count', 'price_cents as priceCents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const holds = await db
    .selectFrom('stock_holds')
    .select(['position', 'place', 'count', 'lead_days as leadDays', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('place')
    .execute();
  const transfers = await db
    .selectFrom('transfers')
    .select(['id', 'position', 'from_branch as from', 'to_branch as to', 'count', 'state'])
    .select(['requested_at as requestedAt', 'sent_at as sentAt', 'sent_by as sentBy'])
    .select(['arrived_at as arrivedAt', 'arrived_by as arrivedBy'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const handlings = await db
    .selectFrom('handlings')
    .select(['at', 'actor', 'position', 'kind', 'count', 'shelf', 'condition', 'place', 'dot'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  // `told_at`: when the buyer was told of the delay.
  const delays = await db
    .selectFrom('delays')
    .select(['promised_on as promisedOn', 'expected_on as expectedOn', 'told_at as toldAt', 'answer'])
    .select(['answered_at as answeredAt', 'answered_by as answeredBy', 'ended_at as endedAt'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return {
    ...orderRow,
    delays,
    transfers,
    handlings,
    lines: lines.map((line) => ({ ...line, holds: holds.filter(({ position }) => position === line.position) })),
    ...(await readMoney(db, orderId)),
    ...(await readCommunication(db, orderId)),
  };
}

export type OrderDossier = Awaited<ReturnType<typeof orderDossier>>;

/** `told`: the last state that the provider reported, at `toldAt`. */
async function readMoney(db: Kysely<Tables>, orderId: number) {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'provider', 'method', 'state', 'amount_cents as amountCents', 'created_at as createdAt'])
    .select(['provider_ref as providerRef', 'told', 'told_at as toldAt', 'expires_at as expiresAt'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  const ledger = await db
    .selectFrom('payment_ledger')
    .select(['kind', 'provider', 'provider_ref as providerRef', 'amount_cents as amountCents', 'at', 'actor', 'tender'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'payments.provider', 'refunds.state', 'refunds.amount_cents as amountCents', 'reason'])
    .select(['refunds.provider_ref as providerRef', 'requested_by as requestedBy', 'requested_at as requestedAt'])
    .where('refunds.order_id', '=', orderId)
    .orderBy('requested_at')
    .execute();
  return { payments, ledger, refunds };
}

async function readCommunication(db: Kysely<Tables>, orderId: number) {
  const mails = await db
    .selectFrom('letters')
    .select(['kind', 'created_at as createdAt', 'sent_at as sentAt', 'dropped_at as droppedAt'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('kind')
    .execute();
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select(['received_at as receivedAt', 'name', 'email', 'items', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .execute();
  const history = await db
    .selectFrom('order_events')
    .select(['at', 'actor', 'type', 'data'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return { mails, withdrawals, history };
}
