import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aTire, catalogues } from '../../../../test/support/product.ts';
import { catalogueOf } from '../catalogue.server.ts';
import { productsById } from '../catalogue.ts';
import { filterFields, sortIds } from '../list/filter.ts';
import { type ProductQuery, productList } from '../list/product-query.ts';
import { seasonFilterIds } from '../road/season.ts';
import type { Product } from '../tire/tire.ts';
import { modelKey, rowsOf, variantKey } from '../tire/variants.ts';
import { searchTires } from './search-tires.ts';

const firstHundred: ProductQuery = { sort: 'price', limit: 100, offset: 0 };
const ascending = (a: number, b: number) => a - b;
const ids = (tires: readonly Product[]) => tires.map(({ id }) => id);

const sorts = fc.constantFrom(...sortIds);

const queries: fc.Arbitrary<ProductQuery> = fc.record(
  {
    treadWidth: fc.constantFrom(195, 205, 315, 400),
    profile: fc.constantFrom(0, 55, 60, 80),
    diameter: fc.constantFrom(16, 17, 22.5, 30),
    season: fc.constantFrom(...seasonFilterIds),
    manufacturer: fc.constantFrom('michelin', 'nokian', 'sava', 'unknown'),
    sort: sorts,
    limit: fc.constantFrom(1, 3, 24, 100),
    offset: fc.constantFrom(0, 2, 50),
  },
  { requiredKeys: ['sort', 'limit', 'offset'] },
);

type Field = (typeof filterFields)[number];

/** The simplest implementation of the filters, to compare with. */
function matches(tire: Product, field: Field, value: unknown): boolean {
  if (value === undefined) return true;
  if (field === 'manufacturer') return tire.manufacturer.id === value;
  if (field === 'season') return tire.season === value || (value === 'runflat' && tire.marks.includes('RF'));
  return tire.size[field] === value;
}

function matching(tires: readonly Product[], query: ProductQuery, except?: Field): Product[] {
  return tires.filter(
    (tire) =>
      tire.available > 0 && filterFields.every((field) => field === except || matches(tire, field, query[field])),
  );
}

test('finds exactly the available tires that match every filter', () => {
  fc.assert(
    fc.property(catalogues, queries, (tires, query) => {
      const found = searchTires(catalogueOf(tires), { ...query, offset: 0, limit: 100 });
      expect(ids(found.items).sort()).toEqual(ids(matching(tires, query)).sort());
      expect(searchTires(catalogueOf(tires), query).total).toBe(matching(tires, query).length);
    }),
  );
});

test('each option counts the tires that match it and all other filters', () => {
  fc.assert(
    fc.property(catalogues, queries, (tires, query) => {
      const { facets } = searchTires(catalogueOf(tires), query);
      for (const field of filterFields) {
        const others = matching(tires, query, field);
        const values = {
          season: seasonFilterIds,
          manufacturer: ['michelin', 'nokian', 'sava'],
          treadWidth: [195, 205, 315],
          profile: [0, 55, 60],
          diameter: [16, 17, 22.5],
        }[field];
        const offered = values.filter((value) =>
          tires.some((tire) => tire.available > 0 && matches(tire, field, value)),
        );
        expect(facets[field].map(({ id, count, unavailable }) => ({ id, count, unavailable }))).toEqual(
          offered.map((value) => {
            const count = others.filter((tire) => matches(tire, field, value)).length;
            return { id: `${value}`, count, unavailable: count === 0 };
          }),
        );
      }
    }),
  );
});

test('the pages of a list together contain the whole list in order', () => {
  fc.assert(
    fc.property(catalogues, sorts, fc.integer({ min: 1, max: 7 }), (tires, sort, limit) => {
      const whole = searchTires(catalogueOf(tires), { ...firstHundred, sort }).items;
      const pages: Product[] = [];
      for (let offset = 0; offset < whole.length + limit; offset += limit) {
        pages.push(...searchTires(catalogueOf(tires), { sort, offset, limit }).items);
      }
      expect(ids(pages)).toEqual(ids(whole));
    }),
  );
});

test('the order does not depend on the order of the catalogue', () => {
  fc.assert(
    fc.property(catalogues, sorts, (tires, sort) => {
      expect(searchTires(catalogueOf(tires.toReversed()), { ...firstHundred, sort })).toEqual(
        searchTires(catalogueOf(tires), { ...firstHundred, sort }),
      );
    }),
  );
});

test('every result matches the schema of the API', () => {
  fc.assert(
    fc.property(
      catalogues,
      queries,
      (tires, query) => productList.safeParse(searchTires(catalogueOf(tires), query)).success,
    ),
  );
});

describe('a sorted list', () => {
  const labelled = (id: string, price: number, wet: 'A' | 'B' | null, noiseDb: number | null) =>
    aTire({ id, price, label: { fuel: null, wet, noiseDb, noiseClass: null, snow: false, ice: false, eprelId: null } });
  const tires = [
    labelled('c', 90, 'B', 70),
    labelled('b', 60, null, 72),
    labelled('a', 60, 'A', null),
    aTire({ id: 'd', price: 50, label: null, model: 'Apollo' }),
    labelled('e', 70, 'A', 70),
  ];
  test.each([
    ['price', 'dabec'],
    ['-price', 'ceabd'],
    ['wetGrip', 'aecdb'],
    ['noise', 'ecbda'],
    ['name', 'dabec'],
  ] as const)('by %s is %s; ties are sorted by price, then id; tires without a value come last', (sort, order) => {
    expect(ids(searchTires(catalogueOf(tires), { ...firstHundred, sort }).items).join('')).toBe(order);
  });
});

test('the recommended order sorts by how soon four tires are at one branch, then by price; tires of which fewer are left come last', () => {
  const at = (branch: string, count: number, leadDays = 0) => ({ branch, count, leadDays });
  const tire = (id: string, price: number, ...stock: Product['stock']) =>
    aTire({ id, price, stock, available: stock.reduce((sum, { count }) => sum + count, 0) });
  const tires = [
    tire('slow', 40, at('supplier', 20, 5)),
    tire('both', 50, at('ringtee', 2), at('annelinn', 2)),
    tire('here', 70, at('annelinn', 4)),
    tire('cheaper', 60, at('ringtee', 8), at('supplier', 20, 2)),
    tire('last', 80, at('ringtee', 1)),
  ];
  const recommended = { ...firstHundred, sort: 'recommended' } as const;
  const catalogue = catalogueOf(tires);
  expect(ids(searchTires(catalogue, recommended).items)).toEqual(['cheaper', 'here', 'both', 'slow', 'last']);
  expect(ids(searchTires(catalogue, { ...recommended, offset: 2, limit: 2 }).items)).toEqual(['both', 'slow']);
  expect(ids(searchTires(catalogue, { ...recommended, season: 'summer', offset: 4 }).items)).toEqual(['last']);
});

test('finds and counts a run-flat winter tire under its season and under run-flat', () => {
  const tires = [aTire({ id: 'run-flat', season: 'winter_friction', marks: ['RF'] }), aTire({ id: 'plain' })];
  for (const season of ['winter_friction', 'runflat'] as const) {
    expect(ids(searchTires(catalogueOf(tires), { ...firstHundred, season }).items)).toEqual(['run-flat']);
  }
  expect(searchTires(catalogueOf(tires), firstHundred).facets.season).toEqual([
    { id: 'summer', label: 'summer', count: 1, unavailable: false },
    { id: 'winter_friction', label: 'winter_friction', count: 1, unavailable: false },
    { id: 'runflat', label: 'runflat', count: 1, unavailable: false },
  ]);
});
test('finds and counts tires for vans: of a C size, or with two load indices up to 121', () => {
  const tires = [
    aTire({ id: 'c-size', marks: ['C'], loadIndex: '109/107', speedIndex: 'T' }),
    aTire({ id: 'slow-c-size', marks: ['C'], loadIndex: '121/120', speedIndex: 'L' }),
    aTire({ id: 'two-indices', marks: [], loadIndex: '109/107', speedIndex: 'T' }),
    aTire({ id: 'truck', season: 'truck', loadIndex: '154/149', speedIndex: 'M' }),
  ];
  const { items, facets } = searchTires(catalogueOf([...tires, aTire()]), { ...firstHundred, van: '1' });
  expect(ids(items).toSorted()).toEqual(['c-size', 'slow-c-size', 'two-indices']);
  expect(facets.van).toEqual([{ id: '1', label: 'van', count: 3, unavailable: false }]);
});

test('omits a sold-out tire and its filter options', () => {
  const soldOut = aTire({ id: 'gone', available: 0, stock: [], manufacturer: { id: 'sava', label: 'Sava' } });
  const { items, total, facets } = searchTires(catalogueOf([soldOut, aTire()]), firstHundred);
  expect({ ids: ids(items), total }).toEqual({ ids: ['nokian-hakka-blue-3'], total: 1 });
  expect(facets.manufacturer.map(({ id }) => id)).toEqual(['nokian']);
});

test('sorts options by number, seasons as in the specification, manufacturers by name', () => {
  const tires = [
    aTire({ season: 'racing', size: { treadWidth: 315, profile: 80, diameter: 22.5, text: '' } }),
    aTire({ season: 'all_season', size: { treadWidth: 95, profile: 0, diameter: 8, text: '' } }),
    aTire({ manufacturer: { id: 'a', label: 'Zeta' } }),
    aTire({ manufacturer: { id: 'b', label: 'BFGoodrich' } }),
    aTire({ manufacturer: { id: 'c', label: 'Barum' } }),
    aTire({ manufacturer: { id: 'z', label: 'Alfa' } }),
  ];
  const { facets } = searchTires(catalogueOf(tires), firstHundred);
  const labels = filterFields.map((field) => facets[field].map(({ label }) => label).join(' '));
  expect(labels).toEqual([
    '95 205 315',
    'full 55 80',
    '8 16 22.5',
    'summer all_season racing',
    'Alfa Barum BFGoodrich Nokian Zeta',
  ]);
});

describe('tires requested by id', () => {
  const catalogue = catalogueOf([aTire({ id: 'a' }), aTire({ id: 'b', available: 0 })]);

  test('are in the requested order, include sold-out ones and omit unknown ones', () => {
    const list = productsById(catalogue, ['b', 'unknown', 'a']);
    expect(ids(list.items)).toEqual(['b', 'a']);
    expect(list.total).toBe(2);
    expect(productList.safeParse(list).success).toBe(true);
  });
});

test('a grouped page has rows of variants of one model and size, sorted as their first variants are in the list', () => {
  fc.assert(
    fc.property(catalogues, queries, (tires, query) => {
      const catalogue = catalogueOf(tires);
      const all = searchTires(catalogue, { ...query, offset: 0, limit: 100 });
      const list = searchTires(catalogue, { ...query, offset: 0, limit: 100, grouped: '1' });
      const rows = rowsOf(list);
      const positionInList = (tire: Product | undefined) => all.items.findIndex(({ id }) => id === tire?.id);
      expect(ids(rows.flat()).sort()).toEqual(ids(all.items).sort());
      const positionsOfFirstVariants = rows.map(([first]) => positionInList(first));
      expect(positionsOfFirstVariants).toEqual(positionsOfFirstVariants.toSorted(ascending));
      for (const row of rows) {
        expect(new Set(row.map(modelKey)).size).toBe(1);
        expect(new Set(row.map(variantKey)).size).toBe(row.length);
        expect(row.map(positionInList)).toEqual(row.map(positionInList).sort(ascending));
      }
      const page = searchTires(catalogue, { ...query, grouped: '1' });
      expect(rowsOf(page)).toEqual(rows.slice(query.offset, query.offset + query.limit));
      expect({ ...page, items: [], variants: [] }).toEqual({ ...list, items: [], variants: [] });
      if (all.total > 0) expect(page).toMatchObject({ total: all.total, groups: rows.length });
    }),
  );
});

test('a row has variants of a model and a size, but not two tires with the same indices, marks and year', () => {
  const tires = ['91', '94', '94'].map((loadIndex, index) =>
    aTire({ id: `tire-${index}`, loadIndex, price: 50 + index }),
  );
  const list = searchTires(catalogueOf(tires), { ...firstHundred, grouped: '1' });
  expect(rowsOf(list).map(ids)).toEqual([['tire-0', 'tire-1'], ['tire-2']]);
});
