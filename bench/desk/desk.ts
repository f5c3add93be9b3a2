import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { dueOrders, listOrders } from '../../src/shop/order/list-orders.server.ts';
import { fillWithTires } from '../filled-database.ts';
import type { Figure, Section } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';

const orders = 50_000;
const rounds = 100;
const today = '2026-11-20';
const target = { atMost: 50 };

/** The lists and searches that employees use most, at 50,000 orders of which 600 are open. */
export const desk: Section = async () => {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, 1_000);
    const db = openDatabase(url);
    try {
      await fillWithOrders(db);
      for (const [name, query] of Object.entries(queries)) figures.push(await timed(db, name, query));
    } finally {
      await db.close();
    }
  });
  return figures;
};

type Query = (db: Database['kysely'], round: number) => Promise<{ length: number }>;

/** Step between the orders that are searched for: a prime, so that each round searches for another one. */
const orderStep = 7_919;

const search =
  (textOf: (order: number) => string): Query =>
  (db, round) =>
    listOrders(db, { search: textOf(1 + ((round * orderStep) % orders)) }, 51);

const queries: Record<string, Query> = {
  'orders list --due': (db, round) => dueOrders(db, { dueBy: today, branch: round % 2 ? 'ringtee' : 'annelinn' }),
  'search by plate': search((order) => `${String(order % 1000).padStart(3, '0')}-${plateLetters(order)}`),
  'search by phone': search((order) => `+372 5${String(1_000_000 + order).slice(1)}`),
  'search by name': search((order) => `kask${order}`),
  'search by a frequent name': search(() => 'mari'),
  'search by reference': search((order) => `26${String(order).padStart(8, '0')}`),
  'search by number': search((order) => `r26${String(order).padStart(5, '0')}`),
};

function plateLetters(order: number): string {
  return [order, order / 23, order / 529].map((n) => String.fromCharCode(65 + (Math.floor(n) % 23))).join('');
}

async function timed({ kysely }: Database, name: string, query: Query): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const found = await query(kysely, round);
    times.push(performance.now() - started);
    if (found.length === 0) throw new Error(`${name} found nothing in round ${round}`);
  }
  const { median, p95, max } = spread(times);
  const what = `${name}, ${orders.toLocaleString('en')} orders: p95`;
  return {
    id: `desk/${name}`,
    what,
    measured: p95,
    unit: 'ms',
    target,
    beside: { 'median ms': median, 'max ms': max },
  };
}

/** Orders of two years; the last 600 are open, and half of these are due. */
async function fillWithOrders({ pool }: Database): Promise<void> {
  await pool.query(`
    with tire as (select array_agg(tire_id order by tire_id) as ids from stock where place = 'ringtee'),
    numbered as (
      select n, n > ${orders} - 600 as is_open, (array['ringtee', 'annelinn'])[1 + n % 2] as branch,
        ids[1 + n % cardinality(ids)] as tire_id, timestamptz '2026-11-19' - (${orders} - n) * interval '21 minutes' as at
      from generate_series(1, ${orders}) as n cross join tire
    ), placed as (
      insert into orders (id, number, token_hash, status, locale, name, email, phone, branch, fulfilment, plate, note,
        payment_method, reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
      select n, 'R26-' || lpad(n::text, 5, '0'), '', case when is_open then 'confirmed' else 'completed' end, 'ee',
        (array['Mari', 'Jüri', 'Olga', 'Õie', 'Ivan', 'Anu', 'Toomas', 'Svetlana'])[1 + n % 8] || ' Kask' || n,
        'buyer' || n || '@example.com', '+372 5' || substr((1000000 + n)::text, 2), branch, 'fitting',
        lpad((n % 1000)::text, 3, '0') || ' ' || chr(65 + n % 23) || chr(65 + n / 23 % 23) || chr(65 + n / 529 % 23), '',
        'pay_at_branch', '26' || lpad(n::text, 8, '0'), 31960, 24, at,
        date '${today}' + case when n % 4 < 2 then 0 else 3 end, at + interval '7 days', at
      from numbered
    ), lines as (
      insert into order_lines select n, 0, tire_id, 'Nokian Hakka Blue 3', '205/55 R16 91V', 4, 7990 from numbered
    ), holds as (
      insert into stock_holds (order_id, position, tire_id, place, count, lead_days, state)
      select n, 0, tire_id, 'ringtee', 4, 0, case when is_open then 'held' else 'handed_over' end from numbered
    ), attempts as (
      insert into payments (id, order_id, provider, method, state, amount_cents, created_at)
      select lpad(to_hex(n), 32, '0')::uuid, n, 'pay_at_branch', 'pay_at_branch',
        case when is_open then 'pending' else 'paid' end, 31960, at from numbered
    )
    insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor, tender)
    select n, lpad(to_hex(n), 32, '0')::uuid, 'paid', 'pay_at_branch', 'p' || n, 31960, at, 'branch:' || branch, 'card'
    from numbered where not is_open`);
  await pool.query('vacuum analyze');
}
