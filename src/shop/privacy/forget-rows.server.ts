import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { limitPeriodMs } from '../checkout/place/order-attempt.server.ts';
import { awaitsEmployee } from '../checkout/withdraw/withdrawals.server.ts';
import { openStatuses } from '../order/order.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { erasePayers, eraseRecipients } from './erase-orders.server.ts';
import { financialYearLimit, retentionLimit } from './kept-until.ts';
import { retention } from './retention.ts';

/** Erases network address, device id and `mailbox` of old orders, and of closed orders that no longer count for limits on unpaid ones. Skips locked orders. */
export async function eraseOldClientData(db: Kysely<Tables>, now: Date): Promise<void> {
  const countedSince = new Date(now.getTime() - limitPeriodMs);
  await db
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
            and([eb('status', 'not in', openStatuses), eb('placed_at', '<=', countedSince)]),
            eb('placed_at', '<', retentionLimit(now, { days: retention.clientDataDays })),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

export async function deleteOldIdempotencyKeys(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = retentionLimit(now, { days: retention.idempotencyKeyDays });
  await db.deleteFrom('idempotency_keys').where('created_at', '<', limit).execute();
}

export async function deleteOldWebhookEvents(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = retentionLimit(now, { days: retention.webhookDays });
  await db.deleteFrom('webhook_events').where('received_at', '<', limit).execute();
}

export async function deleteOldSupplierExchanges(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = retentionLimit(now, { days: retention.exchangeDays });
  await db.deleteFrom('purchase_exchanges').where('at', '<', limit).execute();
}

/** SQL: `handled_at` of a declaration; if null, the later of its receipt and the last event of its order. */
const claimPeriodStart = sql<Date>`coalesce(withdrawals.handled_at, greatest(withdrawals.received_at,
  (select max(at) from order_events where order_id = withdrawals.order_id and type <> 'erased')))`;

export const withdrawalIsOpen = sql<boolean>`(${awaitsEmployee} or exists (select from refunds
  where refunds.order_id = withdrawals.order_id and refunds.state in ('requested', 'submitted', 'pending')))`;

export async function deleteOldWithdrawals(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom('withdrawals')
    .where(sql<boolean>`not ${withdrawalIsOpen}`)
    .where(claimPeriodStart, '<', retentionLimit(now, { years: retention.claimYears }))
    .execute();
}

/** Deletes log entries of acts (with idempotency `key`) and revoked staff after `accountingYears`, other entries after `deskLogYears`, expired invitations. */
export async function deleteOldDeskRows(db: Kysely<Tables>, now: Date): Promise<void> {
  const actLimit = financialYearLimit(now, retention.accountingYears);
  const otherEntryLimit = retentionLimit(now, { years: retention.deskLogYears });
  await db
    .deleteFrom('desk_log')
    .where(({ eb, or, and }) =>
      or([eb('at', '<', actLimit), and([eb('key', 'is', null), eb('at', '<', otherEntryLimit)])]),
    )
    .execute();
  await db.deleteFrom('staff').where('revoked_at', '<', actLimit).execute();
  await db.deleteFrom('staff_invitations').where('expires_at', '<', now).execute();
}

/** Erases payers without an order, or whose order has its name erased, once accounting law does not require them. */
export async function eraseOldPayers(db: Kysely<Tables>, now: Date): Promise<void> {
  const firstKeptDay = tallinnDate(financialYearLimit(now, retention.accountingYears));
  const isOrderErasedOrMissing = sql`not exists (select from orders where orders.id = order_id and name_erased_at is null)`;
  await erasePayers(db, sql`(${isOrderErasedOrMissing} and booked_on < ${firstKeptDay}::date)`);
}

/** Erases notes of refunds whose order has its name erased, once accounting law does not require them. Such refunds came later: `eraseOrders` erases earlier notes together with the name. */
export async function eraseOldRefundNotes(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ note: '' })
    .from('orders')
    .whereRef('orders.id', '=', 'refunds.order_id')
    .where('name_erased_at', 'is not', null)
    .where('refunds.note', '<>', '')
    .where('requested_at', '<', financialYearLimit(now, retention.accountingYears))
    .execute();
}

/** Deletes back-in-stock requests: unconfirmed after `unconfirmedNoticeDays`, others after `noticeDays`. */
export async function deleteOldNotices(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom('stock_notices')
    .where(({ eb, or, and }) =>
      or([
        eb('asked_at', '<', retentionLimit(now, { days: retention.noticeDays })),
        and([
          eb('confirmed_at', 'is', null),
          eb('asked_at', '<', retentionLimit(now, { days: retention.unconfirmedNoticeDays })),
        ]),
      ]),
    )
    .execute();
}

export async function eraseOldRecipients(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = retentionLimit(now, { days: retention.recipientDays });
  await eraseRecipients(db, sql`coalesce(sent_at, dropped_at) < ${limit}`);
}

const employeeNameColumns = [
  ['order_events', 'actor', 'at'],
  ['payment_ledger', 'actor', 'at'],
  ['refunds', 'requested_by', 'requested_at'],
  ['bank_entries', 'imported_by', 'imported_at'],
  ['bank_entries', 'assigned_by', 'assigned_at'],
  ['withdrawals', 'handled_by', 'handled_at'],
  ['stock_changes', 'actor', 'at'],
  ['cash_drawers', 'opened_by', 'opened_at'],
  ['cash_drawers', 'closed_by', 'closed_at'],
  ['cash_movements', 'actor', 'at'],
  ['book_months', 'closed_by', 'closed_at'],
  ['provider_fees', 'entered_by', 'entered_at'],
  ['restores', 'confirmed_by', 'confirmed_at'],
  ['transfers', 'sent_by', 'sent_at'],
  ['transfers', 'arrived_by', 'arrived_at'],
  ['handlings', 'actor', 'at'],
  ['delays', 'answered_by', 'answered_at'],
  ['fitting_bookings', 'made_by', 'made_at'],
  ['fitting_blocks', 'made_by', 'made_at'],
  ['fitting_feeds', 'created_by', 'created_at'],
  ['order_notes', 'actor', 'at'],
  ['purchase_events', 'actor', 'at'],
  ['desk_stations', 'enrolled_by', 'enrolled_at'],
  ['imports', 'actor', 'at'],
  ['imports', 'undone_by', 'undone_at'],
  ['price_decisions', 'actor', 'at'],
  ['competitor_prices', 'actor', 'at'],
  ['price_rules', 'actor', 'at'],
  ['price_rules', 'undone_by', 'undone_at'],
  ['price_list_uploads', 'uploaded_by', 'uploaded_at'],
  ['eprel_matches', 'actor', 'at'],
  ['tire_photos', 'added_by', 'added_at'],
  ['tire_photos', 'ended_by', 'ended_at'],
  ['picture_pins', 'pinned_by', 'pinned_at'],
  ['picture_drops', 'dropped_by', 'dropped_at'],
] as const;

/** Replaces `operator:kati` by `operator`, `staff:kati` by `staff`, once accounting law does not need the name. */
export async function eraseOldEmployeeNames(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = financialYearLimit(now, retention.accountingYears);
  for (const [table, nameColumn, timeColumn] of employeeNameColumns) {
    await sql`update ${sql.table(table)} set ${sql.ref(nameColumn)} = split_part(${sql.ref(nameColumn)}, ':', 1)
      where ${sql.ref(nameColumn)} similar to '(operator|staff):%' and ${sql.ref(timeColumn)} < ${limit}`.execute(db);
  }
}
