import type { Product } from './tire.ts';

/** What can be bought of a catalogue, where to look for it. */
type RelatedIndex = {
  /** By measures, in whatever season. */
  ofSize(size: Product['size']): readonly Product[];
  /** By the model's name, whoever makes it. */
  ofModel(model: string): readonly Product[];
};

const known = new WeakMap<readonly Product[], RelatedIndex>();

/**
 * The index of a catalogue, made once for each state of it. Every order makes a new state: keys are what a tire has at
 * hand, because to build strings for 100,000 tires takes longer than all that is looked up.
 */
export function relatedIndex(tires: readonly Product[]): RelatedIndex {
  const found = known.get(tires);
  if (found) return found;
  const bySize = new Map<number, Product[]>();
  const byModel = new Map<string, Product[]>();
  for (const tire of tires) {
    if (tire.available === 0) continue;
    put(bySize, sizeKey(tire.size), tire);
    put(byModel, tire.model, tire);
  }
  const index: RelatedIndex = {
    ofSize: (size) => bySize.get(sizeKey(size)) ?? [],
    ofModel: (model) => byModel.get(model) ?? [],
  };
  known.set(tires, index);
  return index;
}

function put<K>(map: Map<K, Product[]>, key: K, tire: Product): void {
  const there = map.get(key);
  if (there) there.push(tire);
  else map.set(key, [tire]);
}

/** One number for the three: profiles have two digits, diameters may be half inches. */
function sizeKey({ treadWidth, profile, diameter }: Product['size']): number {
  return (treadWidth * 100 + profile) * 1000 + diameter * 10;
}
