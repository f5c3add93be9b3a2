import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Catalogue, type Eans, tireOnSale } from './catalogue.ts';
import type { Manufacturer } from './list/product-query.ts';
import { indexTires } from './search/build-index.ts';
import type { Searchable } from './search/search-tires.ts';
import { countStock, recount } from './search/stock-counts.ts';
import { byName, factNames, facts, tiresBetweenYields } from './search/tire-index.ts';
import { byPrice, type Tire, tireName } from './tire/tire.ts';
import { modelKey, variantKey } from './tire/variants.ts';

export function catalogueOf(tires: readonly Tire[], isDemonstration = false): Catalogue {
  const content = runToEnd(buildContent(tires.toSorted(byPrice)));
  return { ...content, eans: new Map(), isDemonstration, hasVehicles: false, version: 0, tiresVersion: 0 };
}

export type CatalogueStore = ReturnType<typeof openCatalogueStore>;

/** The store builds a new catalogue in steps of some milliseconds, so that requests are served in between. */
export function openCatalogueStore(initial = catalogueOf([])) {
  let current = initial;
  return { current: () => current, replace, change };

  /** `tires` must be sorted by price, then id. */
  async function replace(
    tires: readonly Tire[],
    isDemonstration: boolean,
    eans: Eans = new Map(),
    hasVehicles = current.hasVehicles,
  ): Promise<void> {
    const content = await runInSteps(buildContent(tires));
    const { version, tiresVersion } = current;
    current = { ...content, eans, version: version + 1, tiresVersion: tiresVersion + 1, isDemonstration, hasVehicles };
  }

  /** Replaces the tires `ids` by `changedTires`. An id without a tire in `changedTires` is taken off sale. Rebuilds the index unless only stock changed. */
  async function change(
    ids: readonly string[],
    changedTires: readonly Tire[],
    changedEans: Eans = new Map(),
  ): Promise<void> {
    const { tires, positions, index, counts, isDemonstration } = current;
    const eans = updateEans(current.eans, ids, changedEans);
    const changedIds = new Set(ids);
    const positionsBefore = [...changedIds].flatMap((id) => positions.get(id) ?? []);
    // If all `changedTires` were on sale before, an equal count means that no other tire is taken off sale.
    const isSameCount = positionsBefore.length === changedTires.length;
    const onlyStockChanged =
      isSameCount && changedTires.every((tire) => differsOnlyInStock(tire, tireOnSale(current, tire.id)));
    if (!onlyStockChanged) {
      const others = tires.filter(({ id }) => !changedIds.has(id));
      return replace([...others, ...changedTires].sort(byPrice), isDemonstration, eans);
    }
    const updatedTires = tires.slice();
    for (const tire of changedTires) {
      const position = positions.get(tire.id);
      if (position !== undefined) updatedTires[position] = tire;
    }
    const searchable = { tires: updatedTires, index, counts: recount(index, counts, updatedTires, positionsBefore) };
    const manufacturers = manufacturersOf(searchable);
    current = { ...current, ...searchable, eans, manufacturers, version: current.version + 1 };
  }
}

/** Returns the same map if no EAN has changed, so that a sale does not copy all EANs. */
function updateEans(eans: Eans, ids: readonly string[], newEans: Eans): Eans {
  if (ids.every((id) => eans.get(id) === newEans.get(id))) return eans;
  const updated = new Map(eans);
  for (const id of ids) updated.delete(id);
  for (const [id, ean] of newEans) updated.set(id, ean);
  return updated;
}

function differsOnlyInStock(tire: Tire, before: Tire | undefined): boolean {
  return (
    before !== undefined &&
    tire.price === before.price &&
    tireName(tire) === tireName(before) &&
    modelKey(tire) === modelKey(before) &&
    variantKey(tire) === variantKey(before) &&
    isDeepStrictEqual(tire.photo, before.photo) &&
    isDeepStrictEqual(tire.label, before.label) &&
    factNames.every((fact) => facts[fact].read(tire) === facts[fact].read(before))
  );
}

type CatalogueContent = Searchable & Pick<Catalogue, 'positions' | 'manufacturers'>;

function* buildContent(tires: readonly Tire[]): Generator<void, CatalogueContent> {
  const index = yield* indexTires(tires);
  const counts = yield* countStock(index, tires);
  const positions = new Map<string, number>();
  for (const [position, { id }] of tires.entries()) {
    positions.set(id, position);
    if (position % tiresBetweenYields === 0) yield;
  }
  return { tires, index, counts, positions, manufacturers: manufacturersOf({ tires, index, counts }) };
}

function runToEnd(generator: Generator<void, CatalogueContent>): CatalogueContent {
  let step = generator.next();
  while (!step.done) step = generator.next();
  return step.value;
}

const stepMs = 4;

async function runInSteps<T>(work: Generator<void, T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < stepMs) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}

function manufacturersOf({ index, counts }: Searchable): Manufacturer[] {
  const { first, end } = index.spans.manufacturer;
  return index.values
    .slice(first, end)
    .map(({ number, key, label }) => ({ id: `${key}`, label, count: counts.totals[number] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => byName(a.label, b.label));
}
