import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import { catalogueOf } from '../../shop/catalog/catalogue.server.ts';
import { tireOnSale } from '../../shop/catalog/catalogue.ts';
import { filterFields, listFromUrl, moreFields } from '../../shop/catalog/list/filter.ts';
import { canonicalListQuery } from '../pages/home/list-head.tsx';
import { pageNames } from '../sitemap.ts';
import { canonicalSearch, ignoresQuery } from './document-content.server.ts';

const branches = [{ id: 'ringtee' }];
const manufacturerIds = ['nokian', 'michelin', 'sava'];
const catalogue = catalogueOf(
  manufacturerIds.map((id) => aTire({ id: `${id}-tire`, manufacturer: { id, label: id } })),
);
const context = { catalogue, season: 'summer', branches } as const;

function listAndCanonicalQuery(query: string) {
  const search = new URLSearchParams(query);
  const list = listFromUrl(search, 'summer', { manufacturers: catalogue.manufacturers, branches });
  return { list, canonicalQuery: canonicalListQuery(search, list) };
}

const parameterValues = [
  ...['', '16', '17', '205', '55', '22.5', '0', '1', '2', 'A', 'B', 'V', '91', '72', '79.9', 'nonsense', '<b>'],
  ...['summer', 'winter_friction', 'runflat', 'price', '-price', 'name', 'ringtee', ...manufacturerIds],
  ...manufacturerIds.map((id) => `${id}-tire`),
];
const parameterNames = [...filterFields, ...moreFields, 'sort', 'page', 'compare', 'utm_source'];
const anyQuery = fc
  .array(fc.tuple(fc.constantFrom(...parameterNames), fc.constantFrom(...parameterValues)), { maxLength: 8 })
  .map((pairs) => `?${new URLSearchParams(pairs)}`);

describe('the canonical query of a list', () => {
  test('gives the same list as every equivalent query, and is its own canonical query', () => {
    fc.assert(
      fc.property(anyQuery, (requested) => {
        const canonical = canonicalSearch('index', new URLSearchParams(requested), context);
        // Lists that compare unknown tires are not cached.
        const hasUnknownTire = listAndCanonicalQuery(requested).list.compare.some((id) => !tireOnSale(catalogue, id));
        expect(canonical === null).toBe(hasUnknownTire);
        if (canonical === null) return;
        expect(listAndCanonicalQuery(canonical)).toEqual(listAndCanonicalQuery(requested));
        expect(canonicalSearch('index', new URLSearchParams(canonical), context)).toBe(canonical);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the same for every order of the parameters, and differs for different values', () => {
    const canonical = (requested: string) => canonicalSearch('index', new URLSearchParams(requested), context);
    expect(canonical('?fuel=A&diameter=17&utm_source=x')).toBe(canonical('?diameter=17&fuel=A'));
    expect(canonical('')).toBe('');
    const different = ['', '?season=', '?season=summer', '?diameter=17', '?fuel=A', '?sort=name', '?page=2'];
    expect(new Set(different.map(canonical)).size).toBe(different.length);
  });
});

test.each([
  ['product', '?id=nokian-tire&utm_source=x', '?id=nokian-tire'],
  ['compare', '?utm_source=x&id=nokian-tire&id=sava-tire', '?id=nokian-tire&id=sava-tire'],
  ['success', '?order=1', ''],
  ['withdrawal', '?order=1', ''],
  ['order', '?order=1', ''],
  ['cart', '?order=1', ''],
  ['faq', '?utm_source=x', ''],
] as const)('for the page %s and the query %j, the canonical query is %j', (page, requested, canonical) => {
  expect(canonicalSearch(page, new URLSearchParams(requested), context)).toBe(canonical);
});

test.each([
  ['product', '?id=invented'],
  ['product', ''],
  ['compare', '?id=nokian-tire&id=invented'],
  ['index', '?compare=invented'],
  ['index', '?size=205'],
] as const)('the page %s with the query %j is not cached, so it has no canonical query', (page, requested) => {
  expect(canonicalSearch(page, new URLSearchParams(requested), context)).toBeNull();
});

test('gives pages that ignore their query the empty canonical query', () => {
  for (const page of pageNames.filter(ignoresQuery)) {
    expect(canonicalSearch(page, new URLSearchParams('?order=1&id=nokian-tire&size=205'), context)).toBe('');
  }
});
