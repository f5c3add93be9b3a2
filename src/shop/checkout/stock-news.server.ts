import { sql } from 'kysely';
import type { Trx } from './transaction.server.ts';

/** A notification of PostgreSQL holds 8000 bytes, a tire id at most 120. */
const idsInOne = 60;

/** Tells every process whose stock has changed, once this transaction commits: JSON arrays of tire ids on `catalogue`. */
export async function announceStock(trx: Trx, tireIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(tireIds)];
  for (let start = 0; start < ids.length; start += idsInOne) {
    const payload = JSON.stringify(ids.slice(start, start + idsInOne));
    await sql`select pg_notify('catalogue', ${payload})`.execute(trx);
  }
}
