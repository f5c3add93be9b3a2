import { byName } from './by-name.ts';
import type { Manufacturer } from './product-query.ts';
import type { Product } from './tire.ts';

/** The catalogue as of one moment, in memory, never changed: browsing reads this and nothing else. */
export type Catalogue = {
  /** Everything on sale, sold out or not. */
  tires: readonly Product[];
  byId: ReadonlyMap<string, Product>;
  /** Makers with the number of their tires that can be bought, by name. */
  manufacturers: readonly Manufacturer[];
  /** Filled with the demonstration price list. */
  demonstration: boolean;
  /** Grows with every change seen by this process. */
  version: number;
};

let current: Catalogue = { tires: [], byId: new Map(), manufacturers: [], demonstration: false, version: 0 };

/** The current catalogue of this process. */
export function catalogue(): Catalogue {
  return current;
}

/** Puts a new catalogue in place of the current one. */
export function replaceCatalogue(tires: readonly Product[], demonstration: boolean): void {
  const makers = new Map<string, { id: string; label: string; count: number }>();
  for (const { manufacturer, available } of tires) {
    if (available === 0) continue;
    const known = makers.get(manufacturer.id);
    if (known) known.count += 1;
    else makers.set(manufacturer.id, { ...manufacturer, count: 1 });
  }
  current = {
    tires,
    byId: new Map(tires.map((tire) => [tire.id, tire])),
    manufacturers: [...makers.values()].sort((a, b) => byName(a.label, b.label)),
    demonstration,
    version: current.version + 1,
  };
}
