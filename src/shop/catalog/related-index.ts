import type { Searchable } from './search/search-tires.ts';
import type { TireIndex } from './search/tire-index.ts';
import type { Product } from './tire.ts';

/** What can be bought of a catalogue, where to look for it. */
type Related = {
  /** By measures, in whatever season. */
  ofSize(size: Product['size']): readonly Product[];
  /** By the model's name, whoever makes it. */
  ofModel(model: string): readonly Product[];
};

/** Positions. */
type RelatedIndex = { bySize: ReadonlyMap<number, number[]>; byModel: ReadonlyMap<string, number[]> };

const known = new WeakMap<TireIndex, RelatedIndex>();

/** Where to look in a catalogue: worked out once for each index, which outlives the states that sales make of it. */
export function relatedTo({ tires, index }: Pick<Searchable, 'tires' | 'index'>): Related {
  const { bySize, byModel } = known.get(index) ?? made(tires, index);
  const sellable = (positions: readonly number[] = []) =>
    positions.map((position) => tires[position] as Product).filter(({ available }) => available > 0);
  return {
    ofSize: (size) => sellable(bySize.get(sizeKey(size))),
    ofModel: (model) => sellable(byModel.get(model)),
  };
}

function made(tires: readonly Product[], index: TireIndex): RelatedIndex {
  const bySize = new Map<number, number[]>();
  const byModel = new Map<string, number[]>();
  for (const [position, tire] of tires.entries()) {
    put(bySize, sizeKey(tire.size), position);
    put(byModel, tire.model, position);
  }
  known.set(index, { bySize, byModel });
  return { bySize, byModel };
}

function put<K>(map: Map<K, number[]>, key: K, position: number): void {
  const there = map.get(key);
  if (there) there.push(position);
  else map.set(key, [position]);
}

/** One number for the three: profiles have two digits, diameters may be half inches. */
function sizeKey({ treadWidth, profile, diameter }: Product['size']): number {
  return (treadWidth * 100 + profile) * 1000 + diameter * 10;
}
