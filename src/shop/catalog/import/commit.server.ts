import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { pinsOn, takenOffSaleByHand } from '../prices/decisions.server.ts';
import { appliedRules, type RulesWithVat } from '../prices/rules/applied-rules.server.ts';
import {
  createRuledTable,
  type PriceOptions,
  priceDerivedTires,
  storeRuledPrices,
} from '../prices/rules/price-derived.server.ts';
import { wheelsOfCar } from '../prices/rules/price-tire.ts';
import { listedColumns, listedColumnsSql } from './file/listed-tire.ts';

/** Numbers of tires; the repriced include those taken off sale. */
type CommitResult = { offSale: number; repriced: number };

/** Updates the tires in the table `changed_tires` by the applied price rules, and the price history. */
export async function commitTires(trx: Trx, now: Date, options: PriceOptions = {}): Promise<CommitResult> {
  const applied = await appliedRules(trx);
  await deriveChangedTires(trx, now, applied, options);
  return commitDerivedTires(trx, now, applied?.id ?? null);
}

/** Writes the result of `deriveChangedTires`. `rulesId`: the price rules that set the prices; null: none. */
export async function commitDerivedTires(trx: Trx, now: Date, rulesId: number | null): Promise<CommitResult> {
  await sql`create temporary table taken_off_sale on commit drop as
    select t.id as tire_id from tires t join changed_tires on changed_tires.tire_id = t.id
    where t.on_sale and t.id not in (select tire_id from derived)`.execute(trx);
  const repriced = await writePrices(trx, now, rulesId);
  const columnList = sql.raw(listedColumnsSql());
  const derivedColumns = sql.raw(listedColumnsSql('d'));
  const joinCampaigns = sql`left join ruled r on r.tire_id = d.tire_id left join (
    select element->>'id' as id, element->'title' as title from price_rules, jsonb_array_elements(rules->'campaigns') element
    where price_rules.id = ${rulesId}::bigint) campaigns on campaigns.id = r.campaign`;
  const keepsLowestPrice = sql`t.on_sale and (t.price_cents = d.price_cents or d.tire_id in ${inSameCampaign})`;
  await sql`update tires t
    set (${columnList}, campaign, on_sale, changed_at) = (${derivedColumns}, campaigns.title, true, ${now}),
      lowest_before_cents = case when ${keepsLowestPrice} then t.lowest_before_cents else ${lowestPriceBefore(now)} end
    from derived d ${joinCampaigns}
    where t.id = d.tire_id and (${sql.raw(listedColumnsSql('t'))}, t.campaign, t.on_sale)
      is distinct from (${derivedColumns}, campaigns.title, true)`.execute(trx);
  await sql`insert into tires (id, ${columnList}, campaign, changed_at)
    select d.tire_id, ${derivedColumns}, campaigns.title, ${now} from derived d ${joinCampaigns}
    where not exists (select from tires where id = d.tire_id)`.execute(trx);
  const { numAffectedRows: offSale = 0n } = await sql`update tires set on_sale = false, changed_at = ${now}
    from taken_off_sale where id = taken_off_sale.tire_id`.execute(trx);
  await storeRuledPrices(trx, rulesId);
  await checkManufacturers(trx);
  return { offSale: Number(offSale), repriced };
}

const priceHistoryDays = 30;

/** SQL: the lowest price that applied in the 30 days before `now` (Directive 98/6/EC, art. 6a). The price from `now` on is in the history already; it has no `until`, so it does not count. */
function lowestPriceBefore(now: Date) {
  return sql`(
    select min(price_cents)
    from (
      select price_cents, lead(since) over (order by since) as until from price_history where tire_id = t.id
    ) price_periods
    where until <= ${now}::timestamptz and until > ${now}::timestamptz - make_interval(days => ${sql.lit(priceHistoryDays)})
  )`;
}

/** SQL: tires in the same campaign as before: `lowest_before_cents` stays as it was, even if the price changes. */
const inSameCampaign = sql`(select r.tire_id from ruled r join tire_prices p using (tire_id) where r.campaign = p.campaign)`;

/** Writes into `derived` the tires of `changed_tires` that the shop sells, with prices from lists, rules and pins, and into `dropped_tires`
 * those that no list contains any longer. Prices that rules made are also in `ruled`. */
export async function deriveChangedTires(
  trx: Trx,
  now: Date,
  rules: RulesWithVat | null,
  options: PriceOptions,
): Promise<void> {
  await deriveTires(trx);
  await sql`create temporary table dropped_tires on commit drop as
    select t.id as tire_id from tires t join changed_tires on changed_tires.tire_id = t.id
    where (t.on_sale or t.id in ${takenOffSaleByHand}) and t.id not in (select tire_id from derived)`.execute(trx);
  await sql`delete from derived where tire_id in ${takenOffSaleByHand}`.execute(trx);
  await sql`update derived d set price_cents = p.price_cents
    from ${pinsOn(tallinnDate(now))} p where p.tire_id = d.tire_id`.execute(trx);
  await createRuledTable(trx);
  if (rules) await priceDerivedTires(trx, rules, now, options);
}

async function writePrices(trx: Trx, now: Date, rulesId: number | null): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into price_history (tire_id, price_cents, since, rules_id, set_by, pin_id)
    select d.tire_id, d.price_cents, ${now}::timestamptz, case when r.tire_id is not null then ${rulesId}::bigint end, r.set_by, pin.id
    from derived d
    left join tires t on t.id = d.tire_id
    left join ruled r on r.tire_id = d.tire_id
    left join ${pinsOn(tallinnDate(now))} pin on pin.tire_id = d.tire_id
    where t.on_sale is not true or t.price_cents <> d.price_cents
    union all
    select tire_id, null, ${now}::timestamptz, null, null, null from taken_off_sale
    order by 1
    on conflict (tire_id, since) do update set (price_cents, rules_id, set_by, pin_id) =
      (excluded.price_cents, excluded.rules_id, excluded.set_by, excluded.pin_id)`.execute(trx);
  return Number(numAffectedRows);
}

/** Throws for an unknown manufacturer. Used instead of a foreign key, which PostgreSQL would check row by row. */
async function checkManufacturers(trx: Trx) {
  const { rows } = await sql<{ id: string }>`
    select manufacturer_id as id from (select distinct manufacturer_id from derived) as named
    where manufacturer_id not in (select id from manufacturers)`.execute(trx);
  if (rows[0]) throw new Error(`there is no manufacturer ${rows[0].id}`);
}

/** Writes `derived`. A tire of several sources gets the price of the first by `preferredSourceFirst`, the description of the supplier with the first id, and the
 * label of a source with an EPREL number, else the one with the most values; other facts are combined (`sqlFromSeveralSources`).
 * `changed_tires.known_single_source`: only one list contains the tire; false: several may. */
async function deriveTires(trx: Trx): Promise<void> {
  await sql`create temporary table several_sources on commit drop as
    select s.* from tire_sources s
    where s.listed and s.tire_id in (
      select tire_id from tire_sources join changed_tires using (tire_id)
      where listed and not known_single_source group by tire_id having count(*) > 1
    )`.execute(trx);
  await sql`create temporary table derived on commit drop as
    select tire_id, ${sql.raw(listedColumnNames.join(', '))} from tire_sources s
    where listed and tire_id in (select tire_id from changed_tires) and tire_id not in (select tire_id from several_sources)
    union all
    select tire_id, ${sql.raw(listedColumnNames.map((column) => sqlFromSeveralSources[column] ?? `main_source.${column}`).join(', '))}
    from (select distinct on (tire_id) * from several_sources order by tire_id, supplier) main_source
    join (select distinct on (tire_id) tire_id, price_cents from several_sources
      order by tire_id, ${preferredSourceFirst}) preferred using (tire_id)
    join (select distinct on (tire_id) * from several_sources
      order by tire_id, eprel_id is null, num_nulls(fuel, wet, noise_db, noise_class), supplier) label using (tire_id)
    join (select tire_id, bool_or(snow) as snow, ${sql.raw(combinedColumns.map(firstKnownValue).join(', '))}
      from several_sources group by tire_id) combined using (tire_id)`.execute(trx);
  await sql`analyze derived (tire_id)`.execute(trx);
}

/** SQL: sorts the sources of a tire; the first one sets its price. */
export const preferredSourceFirst = sql`case when on_hand + at_branches >= ${sql.lit(wheelsOfCar)} then 0
  when on_hand + at_branches > 0 then 1 else 2 end, price_cents`;

const listedColumnNames = Object.keys(listedColumns);
const combinedColumns = ['ean', 'dot_year', 'weight_grams'];

function firstKnownValue(column: string): string {
  return `(array_agg(${column} order by supplier) filter (where ${column} is not null))[1] as ${column}`;
}

const sqlFromSeveralSources: Record<string, string> = {
  price_cents: 'preferred.price_cents',
  snow: 'combined.snow',
  marks: `case when combined.snow and '3PMSF' <> all (main_source.marks) then array_append(main_source.marks, '3PMSF') else main_source.marks end`,
  ...Object.fromEntries(
    ['fuel', 'wet', 'noise_db', 'noise_class', 'ice', 'eprel_id'].map((column) => [column, `label.${column}`]),
  ),
  ...Object.fromEntries(combinedColumns.map((column) => [column, `combined.${column}`])),
};
