import type { Selectable } from 'kysely';
import type { Tires } from '../../database/tables/catalogue-tables.ts';
import { toEuros } from '../money.ts';
import { rememberEan } from './ean-of.ts';
import { outOfScope } from './label.ts';
import { seasonOf } from './season.ts';
import { sizeText } from './size.ts';
import { shownStock } from './supplier-place.ts';
import type { EuLabel, Product } from './tire.ts';
import { imagesOnce } from './tire-image.ts';

/** What a tire is made of here. Naming them spares reading the rest, of which there is as much. */
export const readColumns = [
  'id',
  'ean',
  'manufacturer_id',
  'model',
  'season',
  'studs',
  'runflat',
  'vehicle',
  'competition',
  'tread_width',
  'profile',
  'diameter',
  'construction',
  'load_index',
  'speed_index',
  'marks',
  'fuel',
  'wet',
  'noise_db',
  'noise_class',
  'snow',
  'ice',
  'eprel_id',
  'dot_year',
  'price_cents',
  'lowest_before_cents',
] as const satisfies (keyof Tires)[];

export type LoadedRow = Pick<Selectable<Tires>, (typeof readColumns)[number]> & {
  maker: string;
  /** What is free at each place, a line for each: count, lead days and place. Null: nothing. */
  stock: string | null;
};

/** Places in the order in which their stock is shown: the branches, then the supplier. */
export type Places = readonly string[];

export type ReadRow = (row: LoadedRow) => Product;

/**
 * Reads rows as tires. What many have in common, sizes, labels, stock, is one object for all of them: 100,000 tires then
 * take a third of the memory.
 */
export function productReader(places: Places): ReadRow {
  const imageOf = imagesOnce();
  const words = shared((word: string) => word);
  const makers = shared((_key: string, row: LoadedRow) => ({ id: row.manufacturer_id, label: row.maker }));
  const sizes = shared((_key: string, row: LoadedRow) => sizeOf(row));
  const labels = shared((key: string, row: LoadedRow) => labelOf(key.startsWith('true'), row));
  const marks = shared((_key: string, row: LoadedRow) => row.marks);
  const stocks = shared((text: string) => stockOf(text, places));
  return (row) => {
    const season = seasonOf(row);
    const { tread_width, profile, diameter, construction, fuel, wet, noise_db, noise_class, snow, ice, eprel_id } = row;
    const manufacturer = makers(`${row.manufacturer_id} ${row.maker}`, row);
    const allMarks = marks(row.marks.join(' '), row);
    const commercial = row.marks.includes('C');
    const { studs, competition: racing, speed_index: speedIndex } = row;
    const exempt = outOfScope({ studded: studs === 'studded', racing, diameter, speedIndex }) !== null;
    const { stock, available } = stocks(row.stock ?? '', row);
    const model = words(row.model, row);
    const tire: Product = {
      id: row.id,
      manufacturer,
      model,
      season,
      size: sizes(`${tread_width}/${profile}${construction}${diameter}${commercial}`, row),
      loadIndex: words(row.load_index, row),
      speedIndex: words(row.speed_index, row),
      marks: allMarks,
      dotYear: row.dot_year,
      label: labels(`${exempt} ${fuel} ${wet} ${noise_db} ${noise_class} ${snow} ${ice} ${eprel_id}`, row),
      price: toEuros(row.price_cents),
      lowestPrice30: row.lowest_before_cents === null ? null : toEuros(row.lowest_before_cents),
      stock,
      available,
      image: imageOf({ maker: manufacturer.label, model, season, runflat: row.runflat }),
    };
    return rememberEan(tire, row.ean);
  };
}

/** Keys that are remembered; a reader that serves for months forgets all when it has enough. */
const mostShared = 50_000;

/** What `make` makes, once for each key. */
function shared<T>(make: (key: string, row: LoadedRow) => T): (key: string, row: LoadedRow) => T {
  const known = new Map<string, T>();
  return (key, row) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key, row);
    if (known.size >= mostShared) known.clear();
    known.set(key, made);
    return made;
  };
}

function sizeOf({ tread_width: treadWidth, profile, diameter, construction, marks }: LoadedRow): Product['size'] {
  const size = { treadWidth, profile, diameter };
  return { ...size, text: sizeText({ ...size, construction, commercial: marks.includes('C') }) };
}

function stockOf(text: string, places: Places): Pick<Product, 'stock' | 'available'> {
  const listed = text.split('\n').flatMap((line) => {
    const [, count, leadDays, place] = /^(\d+) (\d+) (.+)$/.exec(line) ?? [];
    return place === undefined ? [] : [{ place, count: Number(count), leadDays: Number(leadDays) }];
  });
  const stock = shownStock(listed, places);
  return { stock, available: stock.reduce((sum, { count }) => sum + count, 0) };
}

/** None for tires that the regulation leaves out, and for those of which nothing is known. */
function labelOf(exempt: boolean, row: LoadedRow): EuLabel | null {
  const { fuel, wet, noise_db: noiseDb, noise_class: noiseClass, snow, ice, eprel_id: eprelId } = row;
  if (exempt || [fuel, wet, noiseDb, eprelId].every((value) => value === null)) return null;
  return { fuel, wet, noiseDb, noiseClass, snow, ice, eprelId };
}
