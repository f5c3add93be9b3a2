import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { payableDays } from '../checkout/settle/reconcile.server.ts';
import { awaitsEmployee } from '../checkout/withdraw/withdrawals.server.ts';
import { openStatuses } from '../order/order.ts';
import { livePaymentStates } from '../payment/payment-states.ts';
import { retention } from './retention.ts';

/** Matters that block erasure, in the order of handling. `finding`: a difference from a provider's books. */
const erasureBlockerKinds = ['order', 'review', 'payment', 'refund', 'withdrawal', 'finding', 'mail'] as const;

export type ErasureBlocker = (typeof erasureBlockerKinds)[number];

export type RetentionStatus = {
  id: number;
  number: string;
  erasureBlockers: ErasureBlocker[];
  lastActivityAt: Date;
  /** A payment or a document exists. Tires handed over on credit have an invoice before they are paid. */
  hasAccountingRecords: boolean;
  isContactErased: boolean;
  isNameErased: boolean;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the facts that decide which data of orders may be erased. Lock the orders first if you act on the result. */
export async function retentionStatusesOf(
  db: Kysely<Tables>,
  ids: readonly number[],
  now: Date,
): Promise<RetentionStatus[]> {
  if (ids.length === 0) return [];
  const payableSince = new Date(now.getTime() - payableDays * dayMs);
  // Jobs are deleted after this time, so an older unsent mail is never sent and blocks nothing.
  const oldestMailJobAt = new Date(now.getTime() - retention.jobDays * dayMs);
  const conditions: Record<ErasureBlocker, ReturnType<typeof sql<boolean>>> = {
    order: sql`orders.status in (${sql.join(openStatuses)})
      or exists (select from stock_holds where order_id = orders.id and state = 'held')`,
    review: sql`orders.review is not null`,
    // A due poll counts for `payableDays` only, because a provider whose keys were removed is never polled again.
    payment: sql`exists (select from payments where order_id = orders.id and (state in (${sql.join(livePaymentStates)})
      or (next_poll_at is not null and coalesce(expires_at, created_at) > ${payableSince})))`,
    refund: sql`exists (select from refunds where order_id = orders.id
      and state in ('requested', 'submitted', 'pending'))`,
    withdrawal: sql`exists (select from withdrawals where order_id = orders.id and ${awaitsEmployee})`,
    // `there`: the payment as the provider reports it. Its `merchantRef` is an order number or a payment id.
    finding: sql`exists (select from recon_findings f left join payments p on p.order_id = orders.id
      where f.resolved_at is null and (f.data -> 'there' ->> 'merchantRef' in (orders.number, p.id::text)
        or (p.provider = f.provider and p.provider_ref = f.provider_ref)))`,
    mail: sql`exists (select from letters where order_id = orders.id and sent_at is null and dropped_at is null
      and created_at > ${oldestMailJobAt})`,
  };
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'contact_erased_at', 'name_erased_at'])
    .select(
      sql<boolean>`(exists (select from payment_ledger where order_id = orders.id)
        or exists (select from money_documents where order_id = orders.id))`.as('hasAccountingRecords'),
    )
    .select(
      sql<Date>`greatest(placed_at,
        (select max(at) from order_events where order_id = orders.id and type <> 'erased'),
        (select max(at) from payment_ledger where order_id = orders.id),
        (select max(handled_at) from withdrawals where order_id = orders.id))`.as('lastActivityAt'),
    )
    .select(erasureBlockerKinds.map((kind) => sql<boolean>`(${conditions[kind]})`.as(kind)))
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(
    ({ id, number, hasAccountingRecords, lastActivityAt, contact_erased_at, name_erased_at, ...row }) => ({
      id,
      number,
      hasAccountingRecords,
      lastActivityAt,
      erasureBlockers: erasureBlockerKinds.filter((kind) => row[kind]),
      isContactErased: contact_erased_at !== null,
      isNameErased: name_erased_at !== null,
    }),
  );
}
