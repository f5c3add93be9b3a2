import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';
import type { FacetOption, ProductQuery } from '../../src/shop/catalog/list/product-query.ts';

type Condition = ReturnType<typeof sql<boolean>>;

/** Speed symbols, beginning with the slowest. */
export const speedsInOrder = [...'FGJKLMNPQRSTU', 'H', '(H)', 'V', '(V)', 'W', '(W)', 'Y', '(Y)'];

const speedRank = (speed: RawBuilder<unknown>) =>
  sql`array_position(array[${sql.join(speedsInOrder.map((symbol) => sql.lit(symbol)))}], ${speed})`;

/**
 * Working days until four of a tire `t`, or all that are left, are at one branch; tires elsewhere take at least a day. Tires
 * with fewer than four free pieces come last.
 */
const daysToSet = sql`(
  with free as (
    select place, on_hand - held - sold as count, greatest(lead_days, 1) as days from stock s
    where s.tire_id = t.id and s.on_hand > s.held + s.sold
  ), needed as (select least(4, sum(count)) as count from free)
  select case when needed.count < 4 then 1000 else 0 end + case
    when exists (select from free where place not like 'supplier%' and free.count >= needed.count) then 0
    else (select min(days) from (select days, sum(count) over (order by days) as so_far from free) sums where so_far >= needed.count)
  end from needed)`;

/** Creates the table `tire` with every tire on sale, its values computed in SQL as the specification describes them. */
export async function createTireTable(db: Kysely<Tables>): Promise<void> {
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
    ${speedRank(sql`t.speed_index`)} as speed_rank,
    case when t.studs <> 'studded' and not t.competition then t.fuel end as fuel,
    case when t.studs <> 'studded' and not t.competition then t.wet end as wet,
    case when t.studs <> 'studded' and not t.competition then t.noise_db end as noise,
    t.runflat, '3PMSF' = any (t.marks) as snow, 'XL' = any (t.marks) as xl,
    'C' = any (t.marks) or (t.vehicle = 'truck' and not t.competition or t.load_index like '%/%')
      and split_part(t.load_index, '/', 1)::int <= 121 and (t.speed_index collate "C" >= 'N' or t.speed_index = 'H') as van,
    t.ice and t.studs <> 'studded' and not t.competition as ice,
    array(select place from stock s where s.tire_id = t.id and s.on_hand > s.held + s.sold) as places,
    ${daysToSet} as soonest
  from tires t join manufacturers m on m.id = t.manufacturer_id
  where t.on_sale and exists (select from stock s where s.tire_id = t.id and s.on_hand > s.held + s.sold)`.execute(db);
  await sql`analyze tire`.execute(db);
}

const sorts: Record<ProductQuery['sort'], string> = {
  recommended: 'soonest,',
  price: '',
  '-price': 'price_cents desc,',
  noise: 'noise nulls last,',
  wetGrip: 'wet collate "C" nulls last,',
  fuel: 'fuel collate "C" nulls last,',
  name: 'name collate "C",',
};

/** Each filter of a query as SQL. */
function conditions(query: ProductQuery): Map<string, Condition> {
  const byField = new Map<string, Condition>();
  const { season, manufacturer, speed, priceFrom, priceTo, branch } = query;
  for (const field of ['treadWidth', 'profile', 'diameter'] as const) {
    if (query[field] !== undefined) byField.set(field, sql`${sql.ref(field)} = ${query[field]}`);
  }
  if (season === 'runflat') byField.set('season', sql`runflat`);
  else if (season) byField.set('season', sql`season = ${season}`);
  if (manufacturer) byField.set('manufacturer', sql`manufacturer = any (${[manufacturer].flat()})`);
  if (query.load !== undefined) byField.set('load', sql`load >= ${query.load}`);
  if (speed) byField.set('speed', sql`speed_rank >= ${speedRank(sql.lit(speed))}`);
  for (const field of ['fuel', 'wet', 'noise'] as const) {
    if (query[field] !== undefined) byField.set(field, sql`${sql.ref(field)} <= ${query[field]}`);
  }
  for (const field of ['runflat', 'snow', 'ice', 'xl', 'van'] as const)
    if (query[field]) byField.set(field, sql`${sql.ref(field)}`);
  if (branch) byField.set('branch', sql`${branch} = any (places)`);
  if (priceFrom !== undefined || priceTo !== undefined) {
    byField.set(
      'price',
      sql`price_cents between ${Math.round((priceFrom ?? 0) * 100)} and ${Math.round((priceTo ?? 1e6) * 100)}`,
    );
  }
  return byField;
}

type CountedOption = Pick<FacetOption, 'id' | 'count'>;

/** SQL: for each filter, the option (`id`) under which a tire is counted; null: not counted. */
const filterOptions = sql`(values
  ('treadWidth', "treadWidth"::text), ('profile', profile::text), ('diameter', diameter::text), ('season', season),
  ('season', case when runflat then 'runflat' end), ('manufacturer', manufacturer), ('load', load::text),
  ('speed', speed), ('fuel', fuel), ('wet', wet), ('noise', noise::text), ('runflat', case when runflat then '1' end),
  ('snow', case when snow then '1' end), ('ice', case when ice then '1' end), ('xl', case when xl then '1' end),
  ('van', case when van then '1' end),
  ('branch', case when 'ringtee' = any (places) then 'ringtee' end),
  ('branch', case when 'annelinn' = any (places) then 'annelinn' end), ('price', 'any')
) as filter_options (field, id)`;

/** The result of a query, computed by PostgreSQL from the table `tire`. Facets: counts of each exact value, unordered. */
export async function searchInPostgres(db: Kysely<Tables>, query: ProductQuery) {
  const failing = [...conditions(query)].map(
    ([field, condition]) => sql`case when (${condition}) is not true then ${sql.lit(field)} end`,
  );
  // `failing`: the filters that a tire does not pass. Tires that fail two are not counted; those that fail none are listed.
  const nearMatches = sql`(
    select * from (select *, concat_ws(',', ${sql.join([sql`null`, ...failing])}) as failing from tire) evaluated
    where failing not like '%,%'
  ) near_matches`;
  const { rows: items } = await sql<{ id: string }>`select id from ${nearMatches} where failing = ''
    order by ${sql.raw(sorts[query.sort])} price_cents, id collate "C"`.execute(db);
  // The options of a filter count the tires that pass all other filters.
  const { rows: counted } = await sql<CountedOption & { field: string; cheapest: number; dearest: number }>`
    select field, filter_options.id, count(*)::int as count, min(price_cents) as cheapest, max(price_cents) as dearest
    from ${nearMatches}, lateral ${filterOptions}
    where failing in ('', field) and filter_options.id is not null group by 1, 2`.execute(db);
  const { rows: failed } = await sql<{ failing: string; count: number }>`
    select failing, count(*)::int as count from ${nearMatches} group by 1`.execute(db);
  const facets: Record<string, CountedOption[]> = {};
  for (const { field, id, count } of counted) facets[field] = [...(facets[field] ?? []), { id, count }];
  const price = counted.find(({ field }) => field === 'price');
  return {
    ids: items.map(({ id }) => id),
    facets,
    /** Tires that fail this filter alone. */
    failing: Object.fromEntries(failed.map(({ failing, count }) => [failing, count])),
    price: price ? { from: price.cheapest / 100, to: price.dearest / 100, count: price.count } : null,
  };
}
