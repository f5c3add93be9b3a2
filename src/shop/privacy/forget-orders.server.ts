import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { type ErasedPart, eraseOrders } from './erase-orders.server.ts';
import { financialYearLimit, retentionLimit } from './kept-until.ts';
import { type RetentionStatus, retentionStatusesOf } from './order-retention.server.ts';
import { retention } from './retention.ts';

const ordersPerBatch = 100;

/** Erases closed orders after their retention. Skips locked orders, which the next run erases. */
export async function eraseOldOrders(db: Kysely<Tables>, now: Date): Promise<void> {
  let batch: number[] = [];
  do {
    const afterId = batch.at(-1) ?? 0;
    batch = await inTransaction(db, (trx) => eraseBatch(trx, afterId, now));
  } while (batch.length === ordersPerBatch);
}

async function eraseBatch(trx: Trx, afterId: number, now: Date): Promise<number[]> {
  const candidates = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '>', afterId)
    .where('name_erased_at', 'is', null)
    .where('status', 'in', ['completed', 'cancelled', 'expired'])
    .where(mayBeDue(now))
    .orderBy('id')
    .limit(ordersPerBatch)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = candidates.map(({ id }) => id);
  // Read after locking, because rows of an order may have changed before the lock.
  const statuses = await retentionStatusesOf(trx, ids, now);
  const change = { at: now, actor: 'shop' };
  for (const part of ['contact', 'all'] as const) {
    const dueIds = statuses.filter((status) => duePart(status, now) === part).map(({ id }) => id);
    await eraseOrders(trx, dueIds, part, change);
  }
  return ids;
}

/** SQL: a cheap condition that every order with data to erase fulfils. */
function mayBeDue(now: Date) {
  const { unpaidDays, claimYears, accountingYears } = retention;
  return sql<boolean>`(
    -- all data
    placed_at < ${financialYearLimit(now, accountingYears)}
    -- contact data
    or (contact_erased_at is null and placed_at < ${retentionLimit(now, { years: claimYears })})
    -- all data of unpaid orders: their contact data are erased at the same time
    or (contact_erased_at is null and placed_at < ${retentionLimit(now, { days: unpaidDays })}
      and not exists (select from payment_ledger where order_id = orders.id)))`;
}

/** `all` after `accountingYears` (without money: `unpaidDays`), `contact` after `claimYears`, else null. */
function duePart(
  { erasureBlockers, lastActivityAt, hasAccountingRecords, isContactErased }: RetentionStatus,
  now: Date,
): ErasedPart | null {
  if (erasureBlockers.length > 0) return null;
  const allLimit = hasAccountingRecords
    ? financialYearLimit(now, retention.accountingYears)
    : retentionLimit(now, { days: retention.unpaidDays });
  if (lastActivityAt < allLimit) return 'all';
  const contactLimit = retentionLimit(now, { years: retention.claimYears });
  return hasAccountingRecords && !isContactErased && lastActivityAt < contactLimit ? 'contact' : null;
}
