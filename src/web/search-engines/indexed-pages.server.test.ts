import { expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import { catalogueOf } from '../../shop/catalog/catalogue.server.ts';
import type { Catalogue } from '../../shop/catalog/catalogue.ts';
import { localeIds } from '../../shop/locale.ts';
import { staticPages, tirePages, tireSitemapCount } from './indexed-pages.server.ts';
import { sitemap } from './search-engines.server.ts';

const tires = (count: number) =>
  Array.from({ length: count }, (_, index) => aTire({ id: `${'a-long-name-'.repeat(8)}${index}` }));

test('lists each of many tires with long ids in exactly one sitemap, within the limits of a sitemap', () => {
  const catalogue = catalogueOf(tires(20_000));
  let total = 0;
  for (let part = 1; part <= tireSitemapCount(catalogue); part += 1) {
    let urls = 0;
    let bytes = 0;
    for (const chunk of sitemap('https://www.rather-long-name.example', tirePages(catalogue, part))) {
      urls += chunk.split('<loc>').length - 1;
      bytes += chunk.length;
    }
    expect(urls).toBeLessThan(50_000);
    expect(bytes).toBeLessThan(50_000_000);
    total += urls;
  }
  expect(total).toBe(20_000 * localeIds.length);
});

test('puts tires into the same sitemaps in every process, whatever the order of its catalogue', () => {
  const urlsByPart = (catalogue: Catalogue) =>
    Array.from({ length: tireSitemapCount(catalogue) }, (_, part) =>
      [...tirePages(catalogue, part + 1)].map(({ en }) => en).sort(),
    );
  const expected = urlsByPart(catalogueOf(tires(12_000)));
  const tiresPerPart = 5_000;
  expect(expected).toHaveLength(Math.ceil(12_000 / tiresPerPart));
  expect(urlsByPart(catalogueOf(tires(12_000).reverse()))).toEqual(expected);
});

test('an empty catalogue has no tire sitemaps', () => {
  expect(tireSitemapCount(catalogueOf([]))).toBe(0);
});

test('lists the search by car only if the shop has a list of cars', () => {
  const pathsIn = (catalogue: Catalogue) => staticPages(catalogue).map(({ en }) => en);
  expect(pathsIn(catalogueOf([]))).not.toContain('/en/vehicle');
  expect(pathsIn({ ...catalogueOf([]), hasVehicles: true })).toContain('/en/vehicle');
});
