import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogues } from '../../../test/support/product.ts';
import { type Catalogue, catalogueOf, openCatalogueStore, tireOnSale } from './catalogue.server.ts';
import { searchTires } from './search/search-tires.ts';
import type { Product } from './tire/tire.ts';

const byPrice = (a: Product, b: Product) => a.price - b.price || (a.id < b.id ? -1 : 1);

/** Everything that a catalogue says of itself. */
function state({ version: _, tiresVersion: __, ...said }: Catalogue) {
  return said;
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

/** A catalogue and changes of some of its tires. */
const changes = catalogues.chain((tires) =>
  fc.tuple(
    fc.constant(tires),
    fc.array(fc.record({ at: fc.nat(), stock, price: fc.constantFrom(null, 50, 120), gone: fc.boolean() }), {
      maxLength: 6,
    }),
  ),
);

/** The catalogue after its tires were sold or restocked; with `moves` also repriced, removed or added. */
function afterwards(
  tires: readonly Product[],
  changed: readonly { at: number; stock: Product['stock']; price: number | null; gone: boolean }[],
  moves: boolean,
) {
  const now = new Map(tires.map((tire) => [tire.id, tire]));
  const ids: string[] = [];
  for (const { at, stock, price, gone } of changed) {
    const tire = tires[at % tires.length];
    if (!tire) continue;
    ids.push(tire.id);
    const available = stock.reduce((sum, { count }) => sum + count, 0);
    const fresh = { ...tire, stock, available, ...(moves && price !== null && { price }) };
    if (moves && gone) now.delete(tire.id);
    else now.set(tire.id, fresh);
    if (moves && at % 3 === 0) {
      const id = `new-${at}`;
      now.set(id, { ...fresh, id });
      ids.push(id);
    }
  }
  const fresh = [...new Set(ids)].flatMap((id) => now.get(id) ?? []);
  return { ids, fresh, all: [...now.values()] };
}

test.each([false, true])(
  'a catalogue that was changed, tires moving: %s, is as one that is made anew',
  async (moves) => {
    await fc.assert(
      fc.asyncProperty(changes, async ([tires, changed]) => {
        const { ids, fresh, all } = afterwards(tires, changed, moves);
        const held = catalogueOf(tires);
        const before = structuredClone(held);
        const store = openCatalogueStore(held);
        await store.change(ids, fresh);
        const after = store.current();
        expect(after.version).toBe(held.version + 1);
        if (!moves) expect(after.tiresVersion).toBe(held.tiresVersion);
        // Readers of the former catalogue still see it unchanged.
        expect(held).toEqual(before);
        const anew = catalogueOf(all);
        for (const sort of ['price', 'name'] as const) {
          const query = { sort, limit: 100, offset: 0 };
          expect(searchTires(after, query)).toEqual(searchTires(anew, query));
        }
        if (moves) return;
        // Branches without any stock may or may not be named.
        expect({ ...state(after), counts: { ...after.counts, branches: null } }).toEqual({
          ...state(anew),
          counts: { ...anew.counts, branches: null },
        });
      }),
    );
  },
);

test('a catalogue built in several turns is the same, and finds its tires by id', async () => {
  await fc.assert(
    fc.asyncProperty(catalogues, async (tires) => {
      const ordered = [...new Map(tires.map((tire) => [tire.id, tire])).values()].sort(byPrice);
      const store = openCatalogueStore();
      await store.replace(ordered, true);
      const made = store.current();
      expect(state(made)).toEqual(state(catalogueOf(ordered, true)));
      for (const tire of ordered) expect(tireOnSale(made, tire.id)).toBe(tire);
      expect(tireOnSale(made, 'unknown')).toBeUndefined();
    }),
  );
});
