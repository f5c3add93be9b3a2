import { sql } from 'kysely';
import type { Database } from '../../database/connect.server.ts';
import { toEuros } from '../money.ts';
import { isRunflat } from './facets.ts';
import { seasonOf } from './season.ts';
import { sizeText } from './size.ts';
import { shownStock } from './supplier-place.ts';
import type { EuLabel, Product } from './tire.ts';
import { imagesOnce } from './tire-image.ts';

/** Places in the order in which their stock is shown: the branches, then the supplier. */
export type Places = readonly string[];

const thirtyDays = 30;

/**
 * Reads tires on sale with their free stock and the lowest price of the 30 days before the current one
 * (Directive 98/6/EC, art. 6a). `ids`: only these; otherwise all.
 */
export async function loadTires(db: Database, places: Places, ids?: readonly string[]): Promise<Product[]> {
  const rows = await db.kysely
    .selectFrom('tires')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .selectAll('tires')
    .select(['manufacturers.label as maker', stockOf(), lowestBefore()])
    .where('on_sale', '=', true)
    .$if(ids !== undefined, (query) => query.where('tires.id', 'in', ids ?? []))
    .execute();
  const imageOf = imagesOnce();
  return rows.map((row): Product => {
    const { tread_width: treadWidth, profile, diameter, construction } = row;
    const stock = shownStock(row.stock, places);
    const season = seasonOf(row);
    return {
      id: row.id,
      manufacturer: { id: row.manufacturer_id, label: row.maker },
      model: row.model,
      season,
      size: {
        treadWidth,
        profile,
        diameter,
        text: sizeText({ treadWidth, profile, diameter, construction, commercial: row.marks.includes('C') }),
      },
      loadIndex: row.load_index,
      speedIndex: row.speed_index,
      marks: row.marks,
      dotYear: row.dot_year,
      label: labelOf(row),
      price: toEuros(row.price_cents),
      lowestPrice30: row.lowest === null ? null : toEuros(row.lowest),
      stock,
      available: stock.reduce((sum, { count }) => sum + count, 0),
      image: imageOf({ maker: row.maker, model: row.model, season, runflat: isRunflat(row) }),
    };
  });
}

function stockOf() {
  return sql<{ place: string; count: number; leadDays: number }[]>`coalesce((
    select json_agg(json_build_object('place', place, 'count', on_hand - held, 'leadDays', lead_days))
    from stock where stock.tire_id = tires.id and on_hand > held), '[]')`.as('stock');
}

/** A price counts in the 30 days before the current one if it was still in force after they began. */
function lowestBefore() {
  return sql<number | null>`(
    select min(earlier.price_cents)
    from (
      select price_cents, since, lead(since) over (order by since) as until
      from price_history where price_history.tire_id = tires.id
    ) earlier
    join (select max(since) as since from price_history where price_history.tire_id = tires.id) latest
      on earlier.until <= latest.since and earlier.until > latest.since - make_interval(days => ${thirtyDays})
  )`.as('lowest');
}

/** None for studded and racing tires, which the regulation leaves out, and for tires whose list names no value. */
function labelOf(row: {
  studs: string;
  competition: boolean;
  fuel: EuLabel['fuel'];
  wet: EuLabel['wet'];
  noise_db: number | null;
  noise_class: EuLabel['noiseClass'];
  snow: boolean;
  ice: boolean;
  eprel_id: number | null;
}): EuLabel | null {
  if (row.studs === 'studded' || row.competition) return null;
  if (row.fuel === null && row.wet === null && row.noise_db === null) return null;
  const { fuel, wet, snow, ice } = row;
  return { fuel, wet, noiseDb: row.noise_db, noiseClass: row.noise_class, snow, ice, eprelId: row.eprel_id };
}
