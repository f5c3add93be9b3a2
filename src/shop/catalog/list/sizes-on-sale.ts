import { type SeasonFilter, seasonIds } from '../road/season.ts';
import type { Searchable } from '../search/search-tires.ts';
import { hasMark, type TireIndex } from '../search/tire-index.ts';
import type { Size } from '../tire/size.ts';

type Stock = Pick<Searchable, 'tires' | 'index'>;
type Sized = { size: Size; positions: number[] };

const sizesCache = new WeakMap<TireIndex, Sized[]>();

function sizesOf({ tires, index }: Stock): Sized[] {
  const cached = sizesCache.get(index);
  if (cached) return cached;
  const sizes = new Map<string, Sized>();
  for (const [position, { size }] of tires.entries()) {
    const { treadWidth, profile, diameter } = size;
    const key = `${treadWidth}/${profile}/${diameter}`;
    const found = sizes.get(key);
    if (found) found.positions.push(position);
    else sizes.set(key, { size: { treadWidth, profile, diameter }, positions: [position] });
  }
  const sorted = [...sizes.values()].sort(
    (a, b) =>
      b.positions.length - a.positions.length ||
      a.size.diameter - b.size.diameter ||
      a.size.treadWidth - b.size.treadWidth ||
      a.size.profile - b.size.profile,
  );
  sizesCache.set(index, sorted);
  return sorted;
}

export function commonSizes(stock: Stock, limit: number): Size[] {
  const common: Size[] = [];
  for (const { size, positions } of sizesOf(stock)) {
    if (common.length === limit) break;
    if (positions.some((position) => (stock.tires[position]?.available ?? 0) > 0)) common.push(size);
  }
  return common;
}

export function* sizesOnSale(stock: Stock): Generator<{ size: Size; seasons: SeasonFilter[] }> {
  for (const { size, positions } of sizesOf(stock)) {
    const sellable = positions
      .flatMap((position) => stock.tires[position] ?? [])
      .filter(({ available }) => available > 0);
    if (sellable.length === 0) continue;
    const values = new Set<SeasonFilter>(sellable.map(({ season }) => season));
    if (sellable.some((tire) => hasMark.runflat(tire))) values.add('runflat');
    yield { size, seasons: seasonIds.filter((id) => values.has(id)) };
  }
}
