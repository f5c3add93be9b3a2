import type { Database } from '../../src/database/connect.server.ts';
import { findStockDrift } from '../../src/shop/checkout/settle/holds.server.ts';
import { brokenInvariants } from '../support/database/invariants.ts';

/** Orders that no valid form can create, in SQL that shares no code with the shop; each query selects a description. */
const impossibleOrders = String.raw`
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
 * Violations after a run, one line each: inconsistent stock or ledgers, impossible orders, and more orders that the shop did not
 * acknowledge than the `unansweredCount` requests without a response can explain. `acknowledged`: order numbers.
 */
export async function violationsAfter(
  db: Database,
  acknowledged: ReadonlySet<string>,
  unansweredCount: number,
): Promise<string[]> {
  const drift = await findStockDrift(db.kysely);
  const { rows } = await db.pool.query<{ line: string }>(`select line from (${impossibleOrders}) as wrong(line)`);
  const { rows: orders } = await db.pool.query<{ number: string }>('select number from orders');
  const unknown = orders.filter(({ number }) => !acknowledged.has(number));
  return [
    ...drift.map((one) => `drift: ${JSON.stringify(one)}`),
    ...(await brokenInvariants(db)),
    ...rows.map(({ line }) => `impossible: ${line}`),
    ...(unknown.length > unansweredCount ? [`unacknowledged orders: ${unknown.map(({ number }) => number)}`] : []),
  ];
}
