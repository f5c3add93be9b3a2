import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Manufacturer, noFacets, type ProductList } from './list/product-query.ts';
import type { Searchable } from './search/search-tires.ts';
import { countStock, recount } from './search/stock-counts.ts';
import { byName, factNames, facts, indexTires } from './search/tire-index.ts';
import { byPrice, type Tire, tireName } from './tire/tire.ts';

/** An immutable snapshot of the catalogue, in memory. */
export type Catalogue = Searchable & {
  positions: ReadonlyMap<string, number>;
  eans: Eans;
  manufacturers: readonly Manufacturer[];
  demonstration: boolean;
  /** Grows with every change that this process sees; `tiresVersion`: when more than stock changes. */
  version: number;
  tiresVersion: number;
};

type Eans = ReadonlyMap<string, string>;

/** A tire on sale, sold out or not. */
export function tireOnSale({ tires, positions }: Catalogue, id: string): Tire | undefined {
  return tires[positions.get(id) ?? -1];
}

/** The tires of these ids in their order, sold out or not; unknown ids are left out. */
export function productsById(catalogue: Catalogue, ids: readonly string[]): ProductList {
  const items = [...new Set(ids)].flatMap((id) => tireOnSale(catalogue, id) ?? []);
  return { items, total: items.length, facets: noFacets };
}

export function catalogueOf(tires: readonly Tire[], demonstration = false): Catalogue {
  const built = finish(build(tires.toSorted(byPrice)));
  return { ...built, eans: new Map(), demonstration, version: 0, tiresVersion: 0 };
}

export type CatalogueStore = ReturnType<typeof openCatalogueStore>;

/** Holds the current catalogue. Replacing it lets other work run in between. */
export function openCatalogueStore(start = catalogueOf([])) {
  let current = start;
  return { current: () => current, replace, change };

  /** The tires are sorted by price, then id. */
  async function replace(tires: readonly Tire[], demonstration: boolean, eans: Eans = new Map()): Promise<void> {
    const built = await inTurns(build(tires));
    const { version, tiresVersion } = current;
    current = { ...built, eans, version: version + 1, tiresVersion: tiresVersion + 1, demonstration };
  }

  /** Updates some tires: those of `ids` that are not in `fresh` are off sale. Rebuilds the index unless only stock changed. */
  async function change(ids: readonly string[], fresh: readonly Tire[], freshEans: Eans = new Map()): Promise<void> {
    const { tires, positions, index, counts, demonstration } = current;
    const eans = changedEans(current.eans, ids, freshEans);
    const found = fresh.map((tire) => ({ tire, position: positions.get(tire.id) ?? -1 }));
    const gone = new Set(ids.filter((id) => positions.has(id)));
    for (const { tire } of found) gone.delete(tire.id);
    const stays = gone.size === 0 && found.every(({ tire, position }) => keepsPosition(tire, tires[position]));
    if (!stays) return replace(merged(tires, fresh, gone), demonstration, eans);
    const changed = tires.slice();
    for (const { tire, position } of found) changed[position] = tire;
    const sold = found.map(({ position }) => position);
    const searchable = { tires: changed, index, counts: recount(index, counts, changed, sold) };
    const manufacturers = manufacturersOf(searchable);
    current = { ...current, ...searchable, eans, manufacturers, version: current.version + 1 };
  }
}

/** The same map where no EAN has changed: a sale must not copy it. */
function changedEans(eans: Eans, ids: readonly string[], fresh: Eans): Eans {
  if (ids.every((id) => eans.get(id) === fresh.get(id))) return eans;
  const changed = new Map(eans);
  for (const id of ids) changed.delete(id);
  for (const [id, ean] of fresh) changed.set(id, ean);
  return changed;
}

function keepsPosition(tire: Tire, before: Tire | undefined): boolean {
  return (
    before !== undefined &&
    tire.price === before.price &&
    tireName(tire) === tireName(before) &&
    factNames.every((fact) => facts[fact].of(tire) === facts[fact].of(before))
  );
}

function merged(tires: readonly Tire[], fresh: readonly Tire[], gone: ReadonlySet<string>): Tire[] {
  const replaced = new Set(fresh.map(({ id }) => id));
  const additions = fresh.toSorted(byPrice);
  const all: Tire[] = [];
  let next = 0;
  for (const tire of tires) {
    if (replaced.has(tire.id) || gone.has(tire.id)) continue;
    for (let other = additions[next]; other && byPrice(other, tire) < 0; other = additions[next]) {
      all.push(other);
      next += 1;
    }
    all.push(tire);
  }
  return [...all, ...additions.slice(next)];
}

type Built = Searchable & Pick<Catalogue, 'positions' | 'manufacturers'>;

function* build(tires: readonly Tire[]): Generator<void, Built> {
  const index = yield* indexTires(tires);
  const counts = yield* countStock(index, tires);
  const positions = new Map<string, number>();
  for (const [position, { id }] of tires.entries()) {
    positions.set(id, position);
    if (position % 4_096 === 0) yield;
  }
  return { tires, index, counts, positions, manufacturers: manufacturersOf({ tires, index, counts }) };
}

function finish(building: Generator<void, Built>): Built {
  let step = building.next();
  while (!step.done) step = building.next();
  return step.value;
}

const turnMs = 4;

async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begun < turnMs) continue;
    await nextTurn();
    begun = performance.now();
  }
}

function manufacturersOf({ index, counts }: Searchable): Manufacturer[] {
  const { first, end } = index.spans.manufacturer;
  return index.values
    .slice(first, end)
    .map(({ key, label }, at) => ({ id: `${key}`, label, count: counts.totals[first + at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => byName(a.label, b.label));
}
