import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { retention } from '../retention.ts';
import { eraseOrders, type Part } from './erase-orders.server.ts';
import { overBefore, overBeforeYears } from './kept-until.ts';
import { type RetentionStatus, retentionStatusesOf } from './order-retention.server.ts';

const batchSize = 100;

/** Erases data of closed orders after their retention. Locked orders wait for the next night. Returns how many. */
export async function forgetOrders(db: Kysely<Tables>, now: Date): Promise<number> {
  let forgotten = 0;
  for (let after: number | null = 0; after !== null; ) {
    const batch = await inTransaction(db, (trx) => forgetBatch(trx, after ?? 0, now));
    forgotten += batch.forgotten;
    after = batch.last;
  }
  return forgotten;
}

async function forgetBatch(trx: Trx, after: number, now: Date) {
  const locked = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '>', after)
    .where('name_erased_at', 'is', null)
    .where('status', 'in', ['completed', 'cancelled', 'expired'])
    .where(mayBeDue(now))
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = locked.map(({ id }) => id);
  // Read under the locks, because rows of an order may just have changed.
  const statuses = await retentionStatusesOf(trx, ids, now);
  const change = { at: now, actor: 'shop' };
  let forgotten = 0;
  for (const part of ['contact', 'all'] as const) {
    const due = statuses.filter((status) => dueAt(status, now) === part).map(({ id }) => id);
    await eraseOrders(trx, due, part, change);
    forgotten += due.length;
  }
  return { forgotten, last: ids.length < batchSize ? null : (ids.at(-1) ?? null) };
}

function mayBeDue(now: Date) {
  const { unpaidDays, claimYears, accountingYears } = retention;
  return sql<boolean>`(placed_at < ${overBeforeYears(now, accountingYears)}
    or contact_erased_at is null and (placed_at < ${overBefore(now, { years: claimYears })}
      or placed_at < ${overBefore(now, { days: unpaidDays })}
        and not exists (select from payment_ledger where order_id = orders.id)))`;
}

function dueAt({ open, endedAt, moneyMoved, contactErased }: RetentionStatus, now: Date): Part | null {
  if (open.length > 0) return null;
  const nameOver = moneyMoved
    ? overBeforeYears(now, retention.accountingYears)
    : overBefore(now, { days: retention.unpaidDays });
  if (endedAt < nameOver) return 'all';
  if (contactErased || !moneyMoved) return null;
  return endedAt < overBefore(now, { years: retention.claimYears }) ? 'contact' : null;
}
