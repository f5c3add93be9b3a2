import type { Database } from '../../src/database/connect.server.ts';
import { findStockDrift } from '../../src/shop/checkout/holds.server.ts';
import { brokenInvariants } from '../support/invariants.ts';

/** Orders that no form may have asked for, in SQL of its own; each selects a text for what is wrong. */
const impossible = String.raw`
  select number || ': name' from orders where name !~ '^[^\x01-\x1f\x7f]{2,100}$'
  union all select number || ': e-mail' from orders where email !~ '^[^\s@<>"]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$' or length(email) > 254
  union all select number || ': phone' from orders where phone !~ '^\+?[0-9][0-9 ()-]{5,18}[0-9]$'
  union all select number || ': branch' from orders where branch not in ('ringtee', 'annelinn')
  union all select number || ': plate' from orders where plate ~ '[<>"''\x01-\x1f]' or length(plate) > 12
  union all select number || ': note' from orders where length(note) > 1000
  union all select number || ': number' from orders where number !~ '^R[0-9]{2}-[0-9A-HJKMNP-TV-Z]{5}$'
  union all select o.number || ': total' from orders o join order_lines l on l.order_id = o.id
    group by o.id having sum(l.count * l.price_cents) <> o.total_cents
  union all select o.number || ': count' from orders o join order_lines l on l.order_id = o.id
    group by o.id having max(l.count) > 20 or sum(l.count) > 40 or min(l.count) < 1
  union all select o.number || ': price' from order_lines l join orders o on o.id = l.order_id join tires t on t.id = l.tire_id
    where l.price_cents <> t.price_cents
  union all select 'withdrawal ' || id from withdrawals where length(name) not between 1 and 100 or length(note) > 1000`;

/**
 * What a run has left that should not be, a line each: stock or books that do not agree, orders that nobody may ask for,
 * and orders that nobody was told of, save as many as `unanswered` requests may have placed.
 */
export async function wrongLeftBehind(db: Database, told: ReadonlySet<string>, unanswered: number): Promise<string[]> {
  const drift = await findStockDrift(db.kysely);
  const { rows } = await db.pool.query<{ line: string }>(`select line from (${impossible}) as wrong(line)`);
  const { rows: orders } = await db.pool.query<{ number: string }>('select number from orders');
  const untold = orders.filter(({ number }) => !told.has(number));
  return [
    ...drift.map((one) => `drift: ${JSON.stringify(one)}`),
    ...(await brokenInvariants(db)),
    ...rows.map(({ line }) => `impossible: ${line}`),
    ...(untold.length > unanswered ? [`orders that nobody was told of: ${untold.map(({ number }) => number)}`] : []),
  ];
}
