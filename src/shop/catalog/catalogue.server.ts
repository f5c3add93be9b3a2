import { setImmediate as others } from 'node:timers/promises';
import { byName } from './by-name.ts';
import type { Manufacturer } from './product-query.ts';
import { factNames, facts } from './search/columns.ts';
import type { Searchable } from './search/search-tires.ts';
import { countStock, recount } from './search/stock-counts.ts';
import { indexTires } from './search/tire-index.ts';
import { type Product, tireName } from './tire.ts';

/** The catalogue as of one moment, in memory, never changed: browsing reads this and nothing else. */
export type Catalogue = Searchable & {
  /** Where each tire stands, by id. */
  positions: ReadonlyMap<string, number>;
  /** Makers with the number of their tires that can be bought, by name. */
  manufacturers: readonly Manufacturer[];
  /** Filled with the demonstration price list. */
  demonstration: boolean;
  /** Grows with every change seen by this process. */
  version: number;
  /** Grows when tires come, go or move, and not by sales. */
  tiresVersion: number;
};

let current: Catalogue = { ...finish(build([])), version: 0, tiresVersion: 0, demonstration: false };

/** The current catalogue of this process. */
export function catalogue(): Catalogue {
  return current;
}

/** A tire on sale, sold out or not. */
export function tireOnSale(id: string): Product | undefined {
  return current.tires[current.positions.get(id) ?? -1];
}

/** Puts a new catalogue in place of the current one. */
export function replaceCatalogue(tires: readonly Product[], demonstration: boolean): void {
  replace(finish(build(tires.toSorted(byPrice))), demonstration);
}

/** The same, in turns with whatever else there is to do. `tires` stand in the order of price, then id. */
export async function replaceInTurns(tires: readonly Product[], demonstration: boolean): Promise<void> {
  replace(await inTurns(build(tires)), demonstration);
}

function replace(built: Built, demonstration: boolean): void {
  const { version, tiresVersion } = current;
  current = { ...built, version: version + 1, tiresVersion: tiresVersion + 1, demonstration };
}

/**
 * Brings some tires up to date: `fresh` is what they are now, and those of `ids` that are not among them are off sale.
 * Sales change nothing but counts; what moves a tire in the catalogue makes its index anew, in turns with other work.
 */
export async function changeTires(ids: readonly string[], fresh: readonly Product[]): Promise<void> {
  const { tires, positions, index, counts, demonstration, version, tiresVersion } = current;
  const found = fresh.map((tire) => ({ tire, position: positions.get(tire.id) ?? -1 }));
  const gone = new Set(ids.filter((id) => positions.has(id)));
  for (const { tire } of found) gone.delete(tire.id);
  const stays = gone.size === 0 && found.every(({ tire, position }) => standsAs(tire, tires[position]));
  if (!stays) return replaceInTurns(merged(tires, fresh, gone), demonstration);
  const changed = tires.slice();
  for (const { tire, position } of found) changed[position] = tire;
  const recounted = recount(
    index,
    counts,
    changed,
    found.map(({ position }) => position),
  );
  const searchable = { tires: changed, index, counts: recounted };
  current = {
    ...searchable,
    positions,
    manufacturers: manufacturersOf(searchable),
    demonstration,
    version: version + 1,
    tiresVersion,
  };
}

/** Whether a tire is found where it was, by whatever it is looked for. */
function standsAs(tire: Product, before: Product | undefined): boolean {
  return (
    before !== undefined &&
    tire.price === before.price &&
    tireName(tire) === tireName(before) &&
    factNames.every((fact) => facts[fact].of(tire) === facts[fact].of(before))
  );
}

/** Two lists in order make one in order. */
function merged(tires: readonly Product[], fresh: readonly Product[], gone: ReadonlySet<string>): Product[] {
  const replaced = new Set(fresh.map(({ id }) => id));
  const news = fresh.toSorted(byPrice);
  const all: Product[] = [];
  let next = 0;
  for (const tire of tires) {
    if (replaced.has(tire.id) || gone.has(tire.id)) continue;
    for (let other = news[next]; other && byPrice(other, tire) < 0; other = news[next]) {
      all.push(other);
      next += 1;
    }
    all.push(tire);
  }
  return [...all, ...news.slice(next)];
}

function byPrice(a: Product, b: Product): number {
  return a.price - b.price || (a.id < b.id ? -1 : 1);
}

type Built = Omit<Catalogue, 'demonstration' | 'version' | 'tiresVersion'>;

function* build(tires: readonly Product[]): Generator<void, Built> {
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

/** Milliseconds that one turn takes at most, or little more. */
const turnMs = 4;

async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begun < turnMs) continue;
    await others();
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
