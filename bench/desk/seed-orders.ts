import type { Database } from '../../src/database/connect.server.ts';
import { tallinnDate } from '../../src/shop/tallinn-date.ts';
import { ordersAndLines, purchasesAndTransfers, stockCounts, workAndMoney } from './seed-tables.ts';

export const seededOrders = 50_000;

/** Orders 1 to `seededOrders - openOrders` are closed, the others open. */
const openOrders = 600;

/** Today for the seeded shop, `YYYY-MM-DD`. */
export const seededToday = tallinnDate(new Date());

const dayMs = 24 * 60 * 60 * 1000;
const years = 3;

/** The last order is placed in the afternoon of the day before `seededToday`. */
const lastOrderAt = Date.parse(`${seededToday}T14:00:00Z`) - dayMs;

/** The day of the first order. */
export const seededSince = tallinnDate(new Date(lastOrderAt - years * 365 * dayMs));

const msBetweenOrders = (years * 365 * dayMs) / seededOrders;

/** Returns the values by which an order can be found. `n`: 1 to `seededOrders`, the latest order last. */
export function seededOrder(n: number) {
  const placedAt = new Date(lastOrderAt - (seededOrders - n) * msBetweenOrders);
  const letters = [n, n / 23, n / 529].map((part) => String.fromCharCode(65 + (Math.floor(part) % 23))).join('');
  return {
    number: `R${placedAt.toISOString().slice(2, 4)}-${digits(n, 5)}`,
    reference: `26${digits(n, 8)}`,
    lastName: `Kask${n}`,
    email: `buyer${n}@example.com`,
    phone: `+372 5${digits(n, 6)}`,
    plate: `${digits(n % 1000, 3)} ${letters}`,
  };
}

const digits = (value: number, width: number) => String(value).padStart(width, '0');

/**
 * Fills a migrated database that has tires with 50,000 orders of three years at two branches: counter sales, prepaid orders,
 * tires of other branches and of suppliers with their purchases, returns, refunds, cancelled and expired orders. The last 600
 * are open, in every state that the desk shows. Satisfies test/support/database/invariants.ts.
 */
export async function seedOrders({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(plan);
    for (const statement of [...ordersAndLines, ...workAndMoney, ...purchasesAndTransfers, ...stockCounts])
      await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze');
}

/** Temporary tables with the data of every order and line, the same in each run. `pick` returns a number from 0 to `sides - 1`. */
const plan = `
create function pg_temp.pick(n bigint, about int, sides int) returns int language sql immutable
  return (hashint8extended(n, about) & 2147483647) % sides;

create temporary table seed_tires on commit drop as
select row_number() over (order by s.tire_id) - 1 as idx, s.tire_id, s.supplier, s.supplier_sku, s.ean, t.price_cents,
  m.label || ' ' || t.model as title,
  t.tread_width || case when t.profile > 0 then '/' || t.profile else '' end || ' ' || t.construction || t.diameter::float8
    || ' ' || t.load_index || t.speed_index as size,
  -- One tire in 20 has no known cost.
  case when pg_temp.pick(hashtext(s.tire_id), 1, 20) > 0 then round(t.price_cents * 0.58 / 100, 2) end as cost_net
from tires t join tire_sources s on s.tire_id = t.id and s.supplier = t.supplier and s.supplier_sku = t.supplier_sku
join manufacturers m on m.id = t.manufacturer_id;
create unique index on seed_tires (idx);
update tire_sources s set cost_net = t.cost_net from seed_tires t
where s.supplier = t.supplier and s.supplier_sku = t.supplier_sku;

create temporary table seed_orders on commit drop as
with numbered as (
  select n, n > ${seededOrders - openOrders} as is_open, pg_temp.pick(n, 2, 10) as origin, pg_temp.pick(n, 3, 100) as fate,
    (array['ringtee', 'annelinn'])[1 + n % 2] as branch, (array['annelinn', 'ringtee'])[1 + n % 2] as other_branch,
    to_timestamp(${lastOrderAt / 1000}::numeric - (${seededOrders} - n) * ${msBetweenOrders / 1000}::numeric) as at
  from generate_series(1, ${seededOrders}) as n
), placed as (
  select *, case when origin < 5 then 'own' when origin = 5 then 'other' else 'supplier' end as source,
    case when not is_open and origin = 0 then 'counter' when origin = 1 then 'phone' else 'web' end as channel,
    case when origin < 2 then 'pay_at_branch' else (array['pay_at_branch', 'bank_transfer', 'montonio:paymentInitiation:EE:LHVBEE22',
      'montonio:paymentInitiation:EE:HABAEE2X'])[1 + pg_temp.pick(n, 4, 4)] end as method
  from numbered
), stated as (
  select *, case
      when channel = 'counter' then 'completed'
      when not is_open then case when fate < 4 then 'cancelled' when fate < 6 and method <> 'pay_at_branch' then 'expired' else 'completed' end
      when fate < 10 and method <> 'pay_at_branch' then 'awaiting_payment'
      when fate < 45 then 'ready' else 'confirmed' end as status
  from placed
)
select *, case when status = 'expired' then false
    when status = 'cancelled' then fate = 0 and source = 'own' and method <> 'pay_at_branch'
    else status = 'completed' or is_open and status <> 'awaiting_payment' and method <> 'pay_at_branch' end as is_paid,
  status = 'completed' and pg_temp.pick(n, 5, 50) = 0 as comes_back,
  status = 'completed' and pg_temp.pick(n, 5, 100) = 1 as has_goodwill,
  1 + (pg_temp.pick(n, 6, 7) = 0)::int as line_count,
  case channel when 'counter' then at else at + interval '4 hours'
    + interval '1 day' * (case source when 'own' then 0 when 'other' then 1 else 3 end) end as ready_at,
  case channel when 'counter' then at else at + interval '1 day' * (1 + case source when 'own' then 0 when 'other' then 1 else 3 end
    + pg_temp.pick(n, 7, 3)) end as collected_at,
  case when is_open then date '${seededToday}' + pg_temp.pick(n, 8, 6) - 2
    else (at at time zone 'Europe/Tallinn')::date + case source when 'own' then 0 when 'other' then 1 else 3 end end as promised_on,
  lpad(to_hex(n), 32, '0')::uuid as payment_id,
  case when method like 'montonio%' then 'montonio' else method end as provider
from stated;
create unique index on seed_orders (n);

create temporary table seed_lines on commit drop as
with tire_count as (select count(*)::int as tires from seed_tires), lines as (
  select o.n, position, floor(tires * power(pg_temp.pick(o.n, 10 + position, 10000) / 10000.0, 2))::int + position as tire_index,
    tires, case when pg_temp.pick(o.n, 20 + position, 10) < 8 and position = 0 then 4 else 2 end as count
  from seed_orders o cross join lateral generate_series(0, o.line_count - 1) as position cross join tire_count
)
select l.n, l.position, t.tire_id, t.title, t.size, l.count, t.price_cents, t.supplier, t.supplier_sku, t.ean, t.cost_net,
  -- Of confirmed orders with two lines, the first has arrived.
  case when o.source = 'own' or o.status in ('ready', 'completed') then 'here'
    when o.status = 'confirmed' then
      case when o.line_count = 2 and l.position = 0 then 'here' when o.source = 'other' then
        case when o.n % 2 = 0 then 'requested' else 'sent' end
      when o.fate > 93 then 'missing' else 'ordered' end
    else 'reserved' end as stage,
  case o.source when 'own' then o.branch when 'other' then o.other_branch else 'supplier:' || t.supplier end as origin_place
from lines l join seed_orders o using (n) join seed_tires t on t.idx = l.tire_index % l.tires;
-- Two lines of an order never have the same tire.
delete from seed_lines l using seed_lines f where f.n = l.n and f.position = 0 and l.position = 1 and f.tire_id = l.tire_id;
create unique index on seed_lines (n, position);
alter table seed_orders add column total_cents int;
update seed_orders o set total_cents = l.cents
from (select n, sum(count * price_cents) as cents from seed_lines group by n) l where l.n = o.n;
analyze seed_orders, seed_lines`;
