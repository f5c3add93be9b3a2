import { sql } from 'kysely';
import type { Trx } from '../../../../database/transaction.server.ts';
import type { Day } from '../../../calendar.ts';
import { comparableEanSql } from '../../import/match/match.server.ts';
import { pinsOn } from '../decisions.server.ts';
import { pricingDay, type RulesWithVat } from './applied-rules.server.ts';
import { exactText } from './exact.ts';
import type { Source, TireFacts } from './matches.ts';
import { priceTire, type TirePrice, type TireToPrice } from './price-tire.ts';

export type PriceOptions = {
  ignoresGuard?: boolean;
  onPriced?: (tire: TireToPrice, price: TirePrice) => void;
};

// Small, so that pricing at the desk does not block the requests of visitors for long.
const rowsPerBatch = 250;

/** SQL: unsold pieces at the branches, and the cost of one: the average of received purchases, else a list's lowest. */
export const ownStock = sql`(
  select unsold.tire_id, unsold.pieces, round(coalesce(bought.cost_net, listed.cost_net), 4) as cost_net
  from (select tire_id, sum(on_hand - sold)::integer as pieces from stock
    where place not like 'supplier:%' group by tire_id having sum(on_hand - sold) > 0) unsold
  left join (select tire_id, sum(received * cost_net) / sum(received) as cost_net from purchase_lines
    where received > 0 and cost_net is not null group by tire_id) bought using (tire_id)
  left join (select tire_id, min(cost_net) as cost_net from tire_sources where listed group by tire_id) listed using (tire_id))`;

/** SQL, where `own` is `ownStock`: 0 for no pieces, 1 for some, 2 for a set of four. */
export const ownLevel = sql`case when own.pieces >= 4 then 2 when own.pieces > 0 then 1 else 0 end`;

/** Creates the empty table `ruled`: prices that rules made, as in `tire_prices`. */
export async function createRuledTable(trx: Trx): Promise<void> {
  await sql`create temporary table ruled on commit drop as
    select tire_id, null::integer as price_cents, ${ruledColumns} from tire_prices with no data`.execute(trx);
}

/** Prices the tires of the temporary table `derived` (see `deriveChangedTires`) by rules: writes `ruled`, and the new prices into `derived`. */
export async function priceDerivedTires(
  trx: Trx,
  { rules, vat }: RulesWithVat,
  now: Date,
  { ignoresGuard = false, onPriced }: PriceOptions,
): Promise<void> {
  const options = { ...pricingDay({ rules, vat }, now), ignoresGuard };
  const hasOwnRules = rules.own.length > 0;
  await sql`declare to_price no scroll cursor for ${selectToPrice(hasOwnRules, options.day)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<RowToPrice>`fetch forward ${sql.lit(rowsPerBatch)} from to_price`.execute(trx);
    if (rows.length === 0) break;
    const prices = rows.flatMap((row) => {
      const tire = tireToPrice(row);
      const price = priceTire(tire, rules, options);
      if (!price) return [];
      onPriced?.(tire, price);
      return [ruledRow(row, price)];
    });
    await sql`insert into ruled select * from jsonb_populate_recordset(null::ruled, ${JSON.stringify(prices)}::jsonb)`.execute(
      trx,
    );
  }
  await sql`close to_price`.execute(trx);
  await sql`analyze ruled (tire_id)`.execute(trx);
  await sql`update derived d set price_cents = r.price_cents from ruled r
    where r.tire_id = d.tire_id and r.price_cents <> d.price_cents`.execute(trx);
}

/** Replaces the rows of `changed_tires` in `tire_prices` by `ruled`, which is empty without rules (`rulesId` null). */
export async function storeRuledPrices(trx: Trx, rulesId: number | null): Promise<void> {
  await sql`delete from tire_prices where tire_id in (select tire_id from changed_tires)`.execute(trx);
  await sql`insert into tire_prices (tire_id, rules_id, ${ruledColumns})
    select tire_id, ${rulesId}::bigint, ${ruledColumns} from ruled`.execute(trx);
}

const ruledColumns = sql`set_by, landed_net, floor_cents, regular_cents, base_cents, base_day, campaign, held_cents,
  own_level, own_net`;

function ruledRow(
  { id, own_level, own_net }: RowToPrice,
  { cents, leadingSource, regularCents, guardBase, campaign, heldCents }: TirePrice,
) {
  return {
    tire_id: id,
    price_cents: cents,
    set_by: leadingSource.source.supplier ?? 'own',
    landed_net: leadingSource.landedNet === null ? null : exactText(leadingSource.landedNet),
    floor_cents: leadingSource.floorCents,
    regular_cents: regularCents,
    base_cents: guardBase.cents,
    base_day: guardBase.day,
    campaign,
    held_cents: heldCents,
    own_level,
    own_net,
  };
}

type RowToPrice = TireFacts &
  Omit<TireToPrice, 'tire'> & { own_pieces: number | null; own_level: number | null; own_net: number | null };

/** SQL: the tires of `derived` with their sources. The pieces of a source are those at the supplier and those in its list's columns for the shop's branches.
 * The guard compares the new price with `previous`. A tire that no rules have priced yet has its current price there, that of its list; null if it is pinned, because then the current price is the pinned one. */
function selectToPrice(hasOwnRules: boolean, day: Day) {
  return sql`
    select d.tire_id as id, d.manufacturer_id as maker, d.model, d.season, d.studs, d.vehicle, d.runflat, d.diameter as rim,
      d.tread_width as width, d.ean, coalesce(competitor.prices, '[]') as "competitorPrices", s.sources,
      case when pin.id is not null then json_build_object('cents', pin.price_cents, 'belowFloor', pin.below_floor) end as pinned,
      case
        when p.tire_id is not null
          then json_build_object('regularCents', p.regular_cents, 'baseCents', p.base_cents, 'baseDay', p.base_day)
        when t.on_sale and pin.id is null
          then json_build_object('regularCents', t.price_cents, 'baseCents', t.price_cents, 'baseDay', null)
      end as previous,
      own.pieces as own_pieces, own.cost_net as own_net, ${hasOwnRules ? ownLevel : sql`null::integer`} as own_level
    from derived d
    join (select tire_id, json_agg(json_build_object('supplier', supplier, 'sku', supplier_sku, 'costNet', cost_net,
        'listCents', price_cents, 'recommendedCents', recommended_cents, 'pieces', on_hand + at_branches)) as sources
      from tire_sources where listed and tire_id in (select tire_id from changed_tires) group by tire_id) s using (tire_id)
    left join tires t on t.id = d.tire_id and t.on_sale
    left join tire_prices p on p.tire_id = t.id
    left join (select ean, json_agg(json_build_object('source', source, 'cents', price_cents, 'day', day)) as prices
      from competitor_prices group by ean) competitor on competitor.ean = ${comparableEanSql('d')}
    left join ${pinsOn(day)} pin on pin.tire_id = d.tire_id
    left join ${ownStock} own on ${sql.lit(hasOwnRules)} and own.tire_id = d.tire_id`;
}

function tireToPrice({ sources, pinned, previous, own_pieces, own_net, own_level, ...tire }: RowToPrice): TireToPrice {
  if (own_pieces === null) return { tire, sources, pinned, previous };
  const noList = { sku: null, listCents: null, recommendedCents: null };
  const own: Source = { supplier: null, ...noList, costNet: own_net, pieces: own_pieces };
  return { tire, sources: [...sources, own], pinned, previous };
}
