import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { countedMs } from '../checkout/place/order-attempt.server.ts';
import { awaitsPerson } from '../checkout/withdraw/withdrawals.server.ts';
import { openStatuses } from '../order/order.ts';
import { retention } from '../retention.ts';
import { overBefore, overBeforeYears } from './kept-until.ts';

/** Erases address, device and mailbox of old orders, and of closed ones that no limit counts. Locked orders wait a night. */
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

export async function forgetKeys(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', overBefore(now, { days: retention.originDays }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function forgetWebhooks(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', overBefore(now, { days: retention.webhookDays }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The time when a declaration was handled; if it was not, of the last event of its order. */
const dealtWithAt = sql<Date>`coalesce(withdrawals.handled_at, greatest(withdrawals.received_at,
  (select max(at) from order_events where order_id = withdrawals.order_id and type <> 'erased')))`;

export const withdrawalIsOpen = sql<boolean>`(${awaitsPerson} or exists (select from refunds
  where refunds.order_id = withdrawals.order_id and refunds.state in ('requested', 'submitted', 'pending')))`;

export async function forgetWithdrawals(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('withdrawals')
    .where(sql<boolean>`not ${withdrawalIsOpen}`)
    .where(dealtWithAt, '<', overBefore(now, { years: retention.claimYears }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const staffTrail = [
  ['order_events', 'actor', 'at'],
  ['payment_ledger', 'actor', 'at'],
  ['refunds', 'requested_by', 'requested_at'],
  ['withdrawals', 'handled_by', 'handled_at'],
  ['stock_changes', 'actor', 'at'],
  ['imports', 'actor', 'at'],
  ['imports', 'undone_by', 'undone_at'],
] as const;

/** Turns `operator:kati` into `operator` once the accounts need no name. */
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
