import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeIds, localeOfPath } from '../shop/locale.ts';
import { href, pageAt, pageNames, pathInLocale } from './sitemap.ts';

const everyPage = pageNames.flatMap((page) => localeIds.map((locale) => ({ page, locale, path: href(page, locale) })));

test('has a path in three languages for each page', () => {
  expect(everyPage.map(({ path }) => path).sort()).toEqual(
    ['', '/en', '/ru']
      .flatMap((prefix) =>
        [
          '',
          '/cart',
          '/order',
          '/product',
          '/compare',
          '/success',
          '/faq',
          '/faq/buy',
          '/faq/policy',
          '/faq/warranty',
          '/faq/accessibility',
          '/withdrawal',
        ].map((path) => prefix + path),
      )
      .map((path) => path || '/')
      .sort(),
  );
});

test.each(everyPage)('finds the page $page at $path', ({ page, path }) => expect(pageAt(path)).toBe(page));

test.each(['/carts', '/cart/', '/Cart', '/faq/buy/now', '/ee', '/ee/cart', '/en/ru', '/enn', '//', '//evil.example'])(
  'finds no page at %s',
  (path) => expect(pageAt(path)).toBeNull(),
);

test('adds the query to a link', () => {
  expect(href('index', 'ee', '?season=')).toBe('/?season=');
  expect(href('index', 'en', '?season=summer')).toBe('/en?season=summer');
  expect(href('product', 'ru', '?id=a')).toBe('/ru/product?id=a');
});

describe('the same page in another language', () => {
  test('is found from every page in every language', () => {
    for (const { page, path } of everyPage) {
      for (const locale of localeIds) expect(pathInLocale(path, locale)).toBe(href(page, locale));
    }
  });

  test('has the same path after the language if the path is unknown', () => {
    expect(pathInLocale('/nothing/here', 'en')).toBe('/en/nothing/here');
    expect(pathInLocale('/ru/nothing', 'ee')).toBe('/nothing');
    expect(pathInLocale('/ru/nothing', 'ru')).toBe('/ru/nothing');
  });

  test('for an unknown path, is an unknown path or the home page in the requested language, never on another site', () => {
    const piece = fc.oneof(
      fc.constantFrom('', 'en', 'ru', 'cart', 'faq', 'evil.example', '\\evil.example'),
      fc.webSegment(),
    );
    const paths = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => `/${pieces.join('/')}`);
    fc.assert(
      fc.property(paths, fc.constantFrom(...localeIds), (path, locale) => {
        fc.pre(pageAt(path) === null);
        const target = pathInLocale(path, locale);
        expect(new URL(target, 'http://shop.example').host).toBe('shop.example');
        expect(localeOfPath(target)).toBe(locale);
        expect([null, 'index']).toContain(pageAt(target));
      }),
      { numRuns: 1_000 },
    );
  });
});
