import { toEuros } from '../money.ts';
import { rememberEan } from './ean-of.ts';
import { designOf, type groups, labelOf, sizeOf } from './row-groups.ts';
import { shownStock } from './supplier-place.ts';
import type { Product } from './tire.ts';
import { imagesOnce } from './tire-image.ts';

/** A tire on sale as load-catalogue.server.ts reads it. */
export type LoadedRow = Record<keyof typeof groups, string> & {
  id: string;
  ean: string | null;
  dot_year: number | null;
  price_cents: number;
  lowest_before_cents: number | null;
  /** What is free at each place, a line for each: count, lead days and place. Null: nothing. */
  stock: string | null;
};

/** Places in the order in which their stock is shown: the branches, then the supplier. */
export type Places = readonly string[];

export type ReadRow = (row: LoadedRow) => Product;

/**
 * Reads rows as tires. What many have in common, models, sizes, labels, stock, is read once and is one object for all of
 * them: 100,000 tires then take a third of the memory.
 */
export function productReader(places: Places): ReadRow {
  const imageOf = imagesOnce();
  const designs = shared((text) => designOf(text, imageOf));
  const sizes = shared(sizeOf);
  const labels = shared(labelOf);
  const stocks = shared((text) => stockOf(text, places));
  return (row) => {
    const design = designs(row.design);
    const built = sizes(row.size);
    const free = stocks(row.stock ?? '');
    const tire: Product = {
      id: row.id,
      manufacturer: design.manufacturer,
      model: design.model,
      season: design.season,
      size: built.size,
      loadIndex: built.loadIndex,
      speedIndex: built.speedIndex,
      marks: built.marks,
      dotYear: row.dot_year,
      label: design.exempt || built.exempt ? null : labels(row.label),
      price: toEuros(row.price_cents),
      lowestPrice30: row.lowest_before_cents === null ? null : toEuros(row.lowest_before_cents),
      stock: free.stock,
      available: free.available,
      image: design.image,
    };
    return rememberEan(tire, row.ean);
  };
}

/** Texts that are remembered; a reader that serves for months forgets all when it has enough. */
const mostShared = 50_000;

/** What `make` makes of a text, once for each. */
function shared<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size >= mostShared) known.clear();
    known.set(text, made);
    return made;
  };
}

function stockOf(text: string, places: Places): Pick<Product, 'stock' | 'available'> {
  const listed = text.split('\n').flatMap((line) => {
    const [, count, leadDays, place] = /^(\d+) (\d+) (.+)$/.exec(line) ?? [];
    return place === undefined ? [] : [{ place, count: Number(count), leadDays: Number(leadDays) }];
  });
  const stock = shownStock(listed, places);
  return { stock, available: stock.reduce((sum, { count }) => sum + count, 0) };
}
