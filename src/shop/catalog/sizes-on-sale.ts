import { hasMark } from './search/columns.ts';
import type { Searchable } from './search/search-tires.ts';
import type { TireIndex } from './search/tire-index.ts';
import { type SeasonFilter, seasonIds } from './season.ts';
import type { Size } from './size.ts';
import type { Product } from './tire.ts';

type Stock = Pick<Searchable, 'tires' | 'index'>;
type Sized = { size: Size; positions: number[] };

const known = new WeakMap<TireIndex, Sized[]>();

/** Sizes of the catalogue with the positions of their tires, those with the most tires first: once for each index. */
function sizesOf({ tires, index }: Stock): Sized[] {
  const found = known.get(index);
  if (found) return found;
  const sizes = new Map<string, Sized>();
  for (const [position, { size }] of tires.entries()) {
    const { treadWidth, profile, diameter } = size;
    const key = `${treadWidth}/${profile}/${diameter}`;
    const there = sizes.get(key);
    if (there) there.positions.push(position);
    else sizes.set(key, { size: { treadWidth, profile, diameter }, positions: [position] });
  }
  const sorted = [...sizes.values()].sort(
    (a, b) =>
      b.positions.length - a.positions.length ||
      a.size.diameter - b.size.diameter ||
      a.size.treadWidth - b.size.treadWidth ||
      a.size.profile - b.size.profile,
  );
  known.set(index, sorted);
  return sorted;
}

/** The sizes in which most tires are made, as far as one of them can be bought. */
export function commonSizes(stock: Stock, most: number): Size[] {
  const common: Size[] = [];
  for (const { size, positions } of sizesOf(stock)) {
    if (common.length === most) break;
    if (positions.some((position) => (stock.tires[position]?.available ?? 0) > 0)) common.push(size);
  }
  return common;
}

/** Every size of which a tire can be bought, each with the values of the season filter under which it can. */
export function* sizesOnSale(stock: Stock): Generator<{ size: Size; seasons: SeasonFilter[] }> {
  for (const { size, positions } of sizesOf(stock)) {
    const sellable = positions
      .map((position) => stock.tires[position] as Product)
      .filter(({ available }) => available > 0);
    if (sellable.length === 0) continue;
    const values = new Set<SeasonFilter>(sellable.map(({ season }) => season));
    if (sellable.some((tire) => hasMark.runflat(tire))) values.add('runflat');
    yield { size, seasons: seasonIds.filter((id) => values.has(id)) };
  }
}
