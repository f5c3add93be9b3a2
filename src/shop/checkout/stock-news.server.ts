import { sql } from 'kysely';

/** A notification of PostgreSQL holds 8000 bytes, a tire id at most 120. */
const idsInOne = 60;

/**
 * What a statement selects so that every process hears whose stock it has changed, once its transaction commits:
 * JSON arrays of tire ids on the channel `catalogue`.
 */
export function stockNews(tireIds: Iterable<string>) {
  const ids = [...new Set(tireIds)];
  return Array.from({ length: Math.ceil(ids.length / idsInOne) }, (_, n) => {
    const payload = JSON.stringify(ids.slice(n * idsInOne, (n + 1) * idsInOne));
    return sql`pg_notify('catalogue', ${payload})`.as(`news_${n}`);
  });
}
