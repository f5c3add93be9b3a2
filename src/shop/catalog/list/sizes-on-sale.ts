import { type IndexedTires, oncePerIndex } from '../catalogue.ts';
import { type SeasonFilter, seasonFilterIds } from '../road/season.ts';
import { type Bits, hasBit } from '../search/bits.ts';
import { hasMark } from '../search/tire-index.ts';
import { isSameSize } from '../sets/axles.ts';
import type { Size } from '../tire/size.ts';
import type { CountedSize } from './nearest-sizes.ts';

type TiresOfSize = { size: Size; positions: number[] };

/** Sizes with the positions of their tires, most tires first. */
const indexedSizes = oncePerIndex((tires) => {
  const sizes = new Map<string, TiresOfSize>();
  for (const [position, { size }] of tires.entries()) {
    const { treadWidth, profile, diameter } = size;
    const key = `${treadWidth}/${profile}/${diameter}`;
    const tiresOfSize = sizes.get(key);
    if (tiresOfSize) tiresOfSize.positions.push(position);
    else sizes.set(key, { size: { treadWidth, profile, diameter }, positions: [position] });
  }
  return [...sizes.values()].sort(
    (a, b) =>
      b.positions.length - a.positions.length ||
      a.size.diameter - b.size.diameter ||
      a.size.treadWidth - b.size.treadWidth ||
      a.size.profile - b.size.profile,
  );
});

export function positionsOfSize(indexedTires: IndexedTires, wanted: Size): readonly number[] {
  return indexedSizes(indexedTires).find(({ size }) => isSameSize(size, wanted))?.positions ?? [];
}

export function commonSizes(indexedTires: IndexedTires, limit: number): Size[] {
  const isAvailable = (position: number) => (indexedTires.tires[position]?.available ?? 0) > 0;
  return indexedSizes(indexedTires)
    .filter(({ positions }) => positions.some(isAvailable))
    .slice(0, limit)
    .map(({ size }) => size);
}

/** Yields each size that has an available tire, with the season filters that find such tires. */
export function* sizesOnSale(indexedTires: IndexedTires): Generator<{ size: Size; seasons: SeasonFilter[] }> {
  for (const { size, positions } of indexedSizes(indexedTires)) {
    const sellable = positions
      .flatMap((position) => indexedTires.tires[position] ?? [])
      .filter(({ available }) => available > 0);
    if (sellable.length === 0) continue;
    const seasons = new Set<SeasonFilter>(sellable.map(({ season }) => season));
    if (sellable.some((tire) => hasMark.runflat(tire))) seasons.add('runflat');
    yield { size, seasons: seasonFilterIds.filter((id) => seasons.has(id)) };
  }
}

export function countSizes(indexedTires: IndexedTires, countedPositions: Bits): CountedSize[] {
  return indexedSizes(indexedTires).flatMap(({ size, positions }) => {
    const count = positions.filter((position) => hasBit(countedPositions, position)).length;
    return count > 0 ? [{ ...size, count }] : [];
  });
}
