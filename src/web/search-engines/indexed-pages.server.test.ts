import { expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import { replaceCatalogue } from '../../shop/catalog/catalogue.server.ts';
import { tirePages, tireParts } from './indexed-pages.server.ts';
import { sitemap } from './search-engines.server.ts';

const tires = (count: number) =>
  Array.from({ length: count }, (_, index) => aTire({ id: `${'a-long-name-'.repeat(8)}${index}` }));

test('many tires with long names fit into sitemaps, each tire into one', () => {
  replaceCatalogue(tires(20_000), false);
  let total = 0;
  for (let part = 1; part <= tireParts(); part += 1) {
    let urls = 0;
    let bytes = 0;
    for (const piece of sitemap('https://www.rather-long-name.example', tirePages(part))) {
      urls += piece.split('<loc>').length - 1;
      bytes += piece.length;
    }
    expect(urls).toBeLessThan(50_000);
    expect(bytes).toBeLessThan(50_000_000);
    total += urls;
  }
  expect(total).toBe(60_000);
});

test('no process deals the tires otherwise than another whose catalogue stands in another order', () => {
  const dealt = () =>
    Array.from({ length: tireParts() }, (_, part) => [...tirePages(part + 1)].map(({ en }) => en).sort());
  replaceCatalogue(tires(12_000), false);
  const one = dealt();
  replaceCatalogue(tires(12_000).reverse(), false);
  expect(one).toHaveLength(3);
  expect(dealt()).toEqual(one);
});

test('no tires take no sitemap', () => {
  replaceCatalogue([], false);
  expect(tireParts()).toBe(0);
});
