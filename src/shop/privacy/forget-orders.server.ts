import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { retention } from '../retention.ts';
import { eraseOrders, type Part } from './erase-orders.server.ts';
import { overBefore, overBeforeYears } from './kept-until.ts';
import { type Standing, standingsOf } from './standing.server.ts';

const batchSize = 100;

/**
 * Takes out of closed orders what is kept no longer (retention.ts), unless something about them is still open. Returns of
 * how many. A batch is one short transaction; an order that somebody else holds right now waits for the next night.
 */
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
  // Asked under the locks, and not before: what belongs to an order may just have changed.
  const standings = await standingsOf(trx, ids, now);
  const change = { at: now, actor: 'shop' };
  let forgotten = 0;
  for (const part of ['contact', 'all'] as const) {
    const due = standings.filter((standing) => dueAt(standing, now) === part).map(({ id }) => id);
    await eraseOrders(trx, due, part, change);
    forgotten += due.length;
  }
  return { forgotten, last: ids.length < batchSize ? null : (ids.at(-1) ?? null) };
}

/** Orders end after they are placed: what was placed too late need not be looked at. */
function mayBeDue(now: Date) {
  const { unpaidDays, claimYears, accountingYears } = retention;
  return sql<boolean>`(placed_at < ${overBeforeYears(now, accountingYears)}
    or contact_erased_at is null and (placed_at < ${overBefore(now, { years: claimYears })}
      or placed_at < ${overBefore(now, { days: unpaidDays })}
        and not exists (select from payment_ledger where order_id = orders.id)))`;
}

/** What of an order is kept no longer; null: nothing that is not gone already. */
function dueAt({ open, endedAt, moneyMoved, contactErased }: Standing, now: Date): Part | null {
  if (open.length > 0) return null;
  const nameOver = moneyMoved
    ? overBeforeYears(now, retention.accountingYears)
    : overBefore(now, { days: retention.unpaidDays });
  if (endedAt < nameOver) return 'all';
  if (contactErased || !moneyMoved) return null;
  return endedAt < overBefore(now, { years: retention.claimYears }) ? 'contact' : null;
}
