import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';
import type { FacetOption, ProductQuery } from '../../src/shop/catalog/product-query.ts';

type Condition = ReturnType<typeof sql<boolean>>;

/** Reads every tire that can be bought as the words of the specification have it, straight from the tables. */
export async function readTires(db: Kysely<Tables>): Promise<void> {
  await sql`drop table if exists tire`.execute(db);
  await sql`create table tire as
  select t.id, t.price_cents, m.label || ' ' || t.model as name, t.manufacturer_id as manufacturer,
    t.tread_width as "treadWidth", t.profile, t.diameter::real as diameter,
    case
      when t.competition then 'racing'
      when t.vehicle = 'truck' then 'truck'
      when t.season <> 'winter' then t.season
      when t.studs = 'studded' then 'winter_studded'
      when t.studs = 'studdable' then 'winter_studdable'
      else 'winter_friction'
    end as season,
    split_part(t.load_index, '/', 1)::int as load,
    t.speed_index as speed,
    array_position(array['F','G','J','K','L','M','N','P','Q','R','S','T','U','H','(H)','V','(V)','W','(W)','Y','(Y)'],
      t.speed_index) as speed_rank,
    case when t.studs <> 'studded' and not t.competition then t.fuel end as fuel,
    case when t.studs <> 'studded' and not t.competition then t.wet end as wet,
    case when t.studs <> 'studded' and not t.competition then t.noise_db end as noise,
    t.runflat, '3PMSF' = any (t.marks) as snow, 'XL' = any (t.marks) as xl,
    t.ice and t.studs <> 'studded' and not t.competition as ice,
    array(select place from stock s where s.tire_id = t.id and s.on_hand > s.held) as places
  from tires t join manufacturers m on m.id = t.manufacturer_id
  where t.on_sale and exists (select from stock s where s.tire_id = t.id and s.on_hand > s.held)`.execute(db);
  await sql`analyze tire`.execute(db);
}

const sorts: Record<ProductQuery['sort'], string> = {
  price: '',
  '-price': 'price_cents desc,',
  noise: 'noise nulls last,',
  wetGrip: 'wet collate "C" nulls last,',
  name: 'name collate "C",',
};

/** What each filter of a query asks for, as SQL. */
function conditions(query: ProductQuery): Map<string, Condition> {
  const all = new Map<string, Condition>();
  const { season, manufacturer, speed, priceFrom, priceTo, branch } = query;
  for (const field of ['treadWidth', 'profile', 'diameter'] as const) {
    if (query[field] !== undefined) all.set(field, sql`${sql.ref(field)} = ${query[field]}`);
  }
  if (season === 'runflat') all.set('season', sql`runflat`);
  else if (season) all.set('season', sql`season = ${season}`);
  if (manufacturer) all.set('manufacturer', sql`manufacturer = any (${[manufacturer].flat()})`);
  if (query.load !== undefined) all.set('load', sql`load >= ${query.load}`);
  if (speed) all.set('speed', sql`speed_rank >= (select min(speed_rank) from tire where speed = ${speed})`);
  for (const field of ['fuel', 'wet', 'noise'] as const) {
    if (query[field] !== undefined) all.set(field, sql`${sql.ref(field)} <= ${query[field]}`);
  }
  for (const field of ['runflat', 'snow', 'ice', 'xl'] as const)
    if (query[field]) all.set(field, sql`${sql.ref(field)}`);
  if (branch) all.set('branch', sql`${branch} = any (places)`);
  if (priceFrom !== undefined || priceTo !== undefined) {
    all.set(
      'price',
      sql`price_cents between ${Math.round((priceFrom ?? 0) * 100)} and ${Math.round((priceTo ?? 1e6) * 100)}`,
    );
  }
  return all;
}

function allBut(query: ProductQuery, left: string | null): Condition {
  const wanted = [...conditions(query)].filter(([field]) => field !== left).map(([, condition]) => condition);
  return sql`${sql.join([sql`true`, ...wanted], sql` and `)}`;
}

type Counted = Pick<FacetOption, 'id' | 'count'>;
type Facet = { field: string; options: Counted[] };

const plain = ['treadWidth', 'profile', 'diameter', 'season', 'manufacturer', 'load', 'speed', 'fuel', 'wet', 'noise'];

/** The answer to a query, worked out by PostgreSQL of what was read last; counts of exact values, in no order. */
export async function askDatabase(db: Kysely<Tables>, query: ProductQuery) {
  const { rows: items } = await sql<{ id: string; total: number }>`
    select id, count(*) over () as total from tire where ${allBut(query, null)}
    order by ${sql.raw(sorts[query.sort])} price_cents, id collate "C"`.execute(db);
  const facets = [
    ...plain.map(
      (field) => sql`select ${sql.lit(field)}, ${sql.ref(field)}::text, count(*)::int from tire
        where ${allBut(query, field)} and ${sql.ref(field)} is not null group by 2`,
    ),
    sql`select 'season', 'runflat', count(*)::int from tire where ${allBut(query, 'season')} and runflat`,
    ...['runflat', 'snow', 'ice', 'xl'].map(
      (field) => sql`select ${sql.lit(field)}, '1', count(*)::int from tire
        where ${allBut(query, field)} and ${sql.ref(field)}`,
    ),
    sql`select 'branch', place, count(*)::int from tire, unnest(places) place
      where ${allBut(query, 'branch')} and place in ('ringtee', 'annelinn') group by 2`,
    sql`select 'price', min(price_cents) || ' ' || max(price_cents), count(*)::int from tire
      where ${allBut(query, 'price')}`,
  ];
  const { rows: counted } = await sql<Counted & { field: string }>`
    select field, id, count from (${sql.join(facets, sql` union all `)}) as facet (field, id, count)
    where count > 0`.execute(db);
  const byField: Record<string, Facet['options']> = {};
  for (const { field, id, count } of counted) byField[field] = [...(byField[field] ?? []), { id, count }];
  return { ids: items.map(({ id }) => id), facets: byField };
}

/** Symbols from the slowest on. */
export async function speedsInOrder(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ speed: string }>`
    select distinct speed, speed_rank from tire order by speed_rank`.execute(db);
  return rows.map(({ speed }) => speed);
}
