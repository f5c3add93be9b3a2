import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import { addDays, type Day, firstOfMonth } from '../../calendar.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** `not-over`: the month has not ended. `closed`: the month or a later one is closed already. */
export type CloseResult = { ok: true } | { ok: false; reason: 'not-over' | 'closed' };

export function nextMonth(month: Day): Day {
  return firstOfMonth(addDays(month, 31));
}

/** Closes a month and all earlier ones. Later documents get a later day; entries with ids above the stored last ids count in the next open month. */
export async function closeMonth(db: Kysely<Tables>, month: Day, { at, actor }: ChangeStamp): Promise<CloseResult> {
  if (tallinnDate(at) < nextMonth(month)) return { ok: false, reason: 'not-over' };
  return commitIfOkWithRetry(db, async (trx): Promise<CloseResult> => {
    // Waits for open transactions with entries of the month. All transactions lock these tables in this order.
    await sql`lock table provider_fees, bank_entries, payment_ledger, document_series, money_documents in share row exclusive mode`.execute(
      trx,
    );
    if (await closedAt(trx, month)) return { ok: false, reason: 'closed' };
    const lastIdIn = (table: 'money_documents' | 'payment_ledger' | 'bank_entries') =>
      sql<number>`(select coalesce(max(id), 0) from ${sql.table(table)})`;
    await trx
      .insertInto('book_months')
      .values({
        month,
        last_document_id: lastIdIn('money_documents'),
        last_ledger_id: lastIdIn('payment_ledger'),
        last_bank_id: lastIdIn('bank_entries'),
        closed_at: at,
        closed_by: actor,
      })
      .execute();
    return { ok: true };
  });
}

/** Returns the day after the last closed month; null: no month was closed. */
export async function firstUnclosedDay(db: Kysely<Tables>): Promise<Day | null> {
  const closed = db.selectFrom('book_months').select('month').orderBy('month', 'desc').limit(1);
  const last = await closed.executeTakeFirst();
  return last ? nextMonth(last.month) : null;
}

/** Returns when the month that begins on `month` was closed, by itself or with a later one; null: it is open. */
export async function closedAt(db: Kysely<Tables>, month: Day): Promise<Date | null> {
  const closing = db.selectFrom('book_months').select('closed_at').where('month', '>=', month).orderBy('month');
  return (await closing.executeTakeFirst())?.closed_at ?? null;
}
