import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aTire, catalogues } from '../../../test/support/product.ts';
import { catalogueOf, openCatalogueStore } from './catalogue.server.ts';
import { type Catalogue, tireOnSale } from './catalogue.ts';
import { searchTires } from './search/search-tires.ts';
import type { Product } from './tire/tire.ts';
import { rowsOf } from './tire/variants.ts';

const byPrice = (a: Product, b: Product) => a.price - b.price || (a.id < b.id ? -1 : 1);

function contentOf({ version: _version, tiresVersion: _tiresVersion, ...content }: Catalogue) {
  return content;
}

const stock = fc.constantFrom<Product['stock']>(
  [],
  [{ branch: 'ringtee', count: 4, leadDays: 0 }],
  [{ branch: 'supplier', count: 20, leadDays: 2 }],
  [
    { branch: 'ringtee', count: 1, leadDays: 0 },
    { branch: 'annelinn', count: 2, leadDays: 0 },
  ],
);

const changes = catalogues.chain((tires) =>
  fc.tuple(
    fc.constant(tires),
    fc.array(fc.record({ index: fc.nat(), stock, price: fc.constantFrom(null, 50, 120), removed: fc.boolean() }), {
      maxLength: 6,
    }),
  ),
);

/** Changes the stock of some tires; with `withOtherChanges` also reprices, removes and adds tires. */
function applyChanges(
  tires: readonly Product[],
  changed: readonly { index: number; stock: Product['stock']; price: number | null; removed: boolean }[],
  withOtherChanges: boolean,
) {
  const tiresById = new Map(tires.map((tire) => [tire.id, tire]));
  const ids: string[] = [];
  for (const { index, stock, price, removed } of changed) {
    const tire = tires[index % tires.length];
    if (!tire) continue;
    ids.push(tire.id);
    const available = stock.reduce((sum, { count }) => sum + count, 0);
    const changedTire = { ...tire, stock, available, ...(withOtherChanges && price !== null && { price }) };
    if (withOtherChanges && removed) tiresById.delete(tire.id);
    else tiresById.set(tire.id, changedTire);
    const addsTire = withOtherChanges && index % 3 === 0; // about one change in three
    if (addsTire) {
      const id = `new-${index}`;
      tiresById.set(id, { ...changedTire, id });
      ids.push(id);
    }
  }
  const changedTires = [...new Set(ids)].flatMap((id) => tiresById.get(id) ?? []);
  return { ids, changedTires, all: [...tiresById.values()] };
}

test.each([false, true])(
  'a changed catalogue equals a rebuilt one (with changes of prices and of the offered tires: %s)',
  async (withOtherChanges) => {
    await fc.assert(
      fc.asyncProperty(changes, async ([tires, changed]) => {
        const { ids, changedTires, all } = applyChanges(tires, changed, withOtherChanges);
        const original = catalogueOf(tires);
        const originalCopy = structuredClone(original);
        const store = openCatalogueStore(original);
        await store.change(ids, changedTires);
        const after = store.current();
        expect(after.version).toBe(original.version + 1);
        if (!withOtherChanges) expect(after.tiresVersion).toBe(original.tiresVersion);
        expect(original).toEqual(originalCopy);
        const rebuilt = catalogueOf(all);
        for (const sort of ['price', 'name'] as const) {
          const query = { sort, limit: 100, offset: 0 };
          expect(searchTires(after, query)).toEqual(searchTires(rebuilt, query));
        }
        // `counts.branches` may or may not list branches without stock.
        expect({ ...contentOf(after), counts: { ...after.counts, branches: null } }).toEqual({
          ...contentOf(rebuilt),
          counts: { ...rebuilt.counts, branches: null },
        });
      }),
    );
  },
);

test('lists two variants as separate rows once they have the same year, which alone distinguished them', async () => {
  const [cheap, expensive] = [
    aTire({ id: 'cheap', dotYear: 2024 }),
    aTire({ id: 'expensive', dotYear: 2025, price: 99 }),
  ];
  const store = openCatalogueStore(catalogueOf([cheap, expensive]));
  const rowLengths = () =>
    rowsOf(searchTires(store.current(), { sort: 'price', limit: 100, offset: 0, grouped: '1' })).map(
      (row) => row.length,
    );
  expect(rowLengths()).toEqual([2]);
  await store.change(['expensive'], [{ ...expensive, dotYear: 2024 }]);
  expect(rowLengths()).toEqual([1, 1]);
});

test('a catalogue built in steps equals one built at once, and finds its tires by id', async () => {
  const isDemonstration = true;
  await fc.assert(
    fc.asyncProperty(catalogues, async (tires) => {
      const ordered = [...new Map(tires.map((tire) => [tire.id, tire])).values()].sort(byPrice);
      const store = openCatalogueStore();
      await store.replace(ordered, isDemonstration);
      const catalogue = store.current();
      expect(contentOf(catalogue)).toEqual(contentOf(catalogueOf(ordered, isDemonstration)));
      for (const tire of ordered) expect(tireOnSale(catalogue, tire.id)).toBe(tire);
      expect(tireOnSale(catalogue, 'unknown')).toBeUndefined();
    }),
  );
});
