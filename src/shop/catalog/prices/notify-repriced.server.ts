import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';

/** With more ids than this, every process searches the whole catalogue for changes. */
const maxNotified = 50;

/** If prices have changed, tells the web processes which tires may have a new one; `ids` null: any tire. Returns `repriced`, the number of changed prices. */
export async function notifyRepriced(trx: Trx, ids: readonly string[] | null, repriced: number): Promise<number> {
  const payload = ids === null || ids.length > maxNotified ? 'all' : JSON.stringify(ids);
  if (repriced > 0) await sql`select pg_notify('catalogue', ${payload})`.execute(trx);
  return repriced;
}
