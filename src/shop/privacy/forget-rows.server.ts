import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { countedMs } from '../checkout/order-limits.server.ts';
import { awaitsPerson } from '../order/list-withdrawals.server.ts';
import { openStatuses } from '../order/order.ts';
import { retention } from '../retention.ts';
import { overBefore, overBeforeYears } from './kept-until.ts';

/**
 * Forgets network address, device and mailbox of orders that are older than their time, or closed and counted no longer
 * (order-limits). An order that somebody holds right now waits for the next night. Returns of how many.
 */
export async function forgetOrigins(db: Kysely<Tables>, now: Date): Promise<number> {
  const counted = new Date(now.getTime() - countedMs);
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ client_address: null, device_id: null, mailbox: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where(({ eb, or }) =>
          or([eb('client_address', 'is not', null), eb('device_id', 'is not', null), eb('mailbox', 'is not', null)]),
        )
        .where(({ eb, or, and }) =>
          or([
            and([eb('status', 'not in', openStatuses), eb('placed_at', '<=', counted)]),
            eb('placed_at', '<', overBefore(now, { days: retention.originDays })),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Forgets the keys under which orders were placed longer ago than a request may be repeated. Returns how many. */
export async function forgetKeys(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', overBefore(now, { days: retention.originDays }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes what providers told and whose time is over; it was acted upon when it came, or its payment is unknown here. */
export async function forgetWebhooks(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', overBefore(now, { days: retention.webhookDays }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** When a declaration was dealt with: a person said so, else the last that happened to its order. */
const dealtWithAt = sql<Date>`coalesce(withdrawals.handled_at, greatest(withdrawals.received_at,
  (select max(at) from order_events where order_id = withdrawals.order_id and type <> 'erased')))`;

/** Whether a row of `withdrawals` is still needed: it awaits a person, or money is still to go back for it. */
export const withdrawalIsOpen = sql<boolean>`(${awaitsPerson} or exists (select from refunds
  where refunds.order_id = withdrawals.order_id and refunds.state in ('requested', 'submitted', 'pending')))`;

/** Deletes declarations of withdrawal that were dealt with and whose time is over. */
export async function forgetWithdrawals(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('withdrawals')
    .where(sql<boolean>`not ${withdrawalIsOpen}`)
    .where(dealtWithAt, '<', overBefore(now, { years: retention.claimYears }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Where the shop writes which operator did something, and when. */
const staffTrail = [
  ['order_events', 'actor', 'at'],
  ['payment_ledger', 'actor', 'at'],
  ['refunds', 'requested_by', 'requested_at'],
  ['withdrawals', 'handled_by', 'handled_at'],
  ['stock_changes', 'actor', 'at'],
  ['imports', 'actor', 'at'],
  ['imports', 'undone_by', 'undone_at'],
] as const;

/** Leaves `operator` of `operator:kati` where the accounting asks for the name no longer. */
export async function forgetStaff(db: Kysely<Tables>, now: Date): Promise<number> {
  const over = overBeforeYears(now, retention.accountingYears);
  let forgotten = 0;
  for (const [table, who, when] of staffTrail) {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(who)} = 'operator'
      where ${sql.ref(who)} like 'operator:%' and ${sql.ref(when)} < ${over}`.execute(db);
    forgotten += Number(numAffectedRows);
  }
  return forgotten;
}
