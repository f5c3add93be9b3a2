import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listToUrl } from '../../../src/shop/catalog/list/filter.ts';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { href, indexedPages, type pageNames } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { decodeEntities, elements } from '../../support/html.ts';
import { parseHead } from '../../support/search-engines.ts';
import { publicUrl, summerNoon, wholeShop } from '../../support/shop.ts';

let now = summerNoon;
const shop = wholeShop({}, { now: () => now });

const headOf = async (path: string) => parseHead(await shop.get(path));

describe('the sitemap', () => {
  type Entry = { loc: string; alternates: Record<string, string> };
  /** The URLs of the files that the sitemap index lists. */
  let parts: string[];
  let entries: Entry[];

  const header = String.raw`<\?xml version="1\.0" encoding="UTF-8"\?>\n`;
  const escapedText = `((?:[^<>&"]|&(?:amp|lt|gt|quot);)+)`;
  const indexPattern = new RegExp(
    String.raw`^${header}<sitemapindex xmlns="http://www\.sitemaps\.org/schemas/sitemap/0\.9">\n` +
      String.raw`(?:<sitemap><loc>${escapedText}</loc></sitemap>\n)+</sitemapindex>\n$`,
  );
  const link = String.raw`<xhtml:link rel="alternate" hreflang="[\w-]+" href="${escapedText}"/>`;
  const urlSetPattern = new RegExp(
    String.raw`^${header}<urlset xmlns="http://www\.sitemaps\.org/schemas/sitemap/0\.9" ` +
      String.raw`xmlns:xhtml="http://www\.w3\.org/1999/xhtml">\n(?:<url><loc>${escapedText}</loc>(?:${link})+</url>\n)*</urlset>\n$`,
  );

  beforeAll(async () => {
    const sitemapIndex = await shop.get('/sitemap.xml');
    expect(sitemapIndex.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(sitemapIndex.text).toMatch(indexPattern);
    parts = [...sitemapIndex.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => decodeEntities(loc));
    entries = [];
    for (const part of parts) {
      const { status, headers, text } = await shop.get(part.replace(publicUrl, ''));
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 200,
        type: 'application/xml; charset=utf-8',
      });
      expect(text).toMatch(urlSetPattern);
      for (const [, loc = '', links = ''] of text.matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)) {
        const alternates = elements(links.replaceAll('/>', '>'), 'xhtml:link');
        entries.push({
          loc: decodeEntities(loc),
          alternates: Object.fromEntries(alternates.map(({ hreflang, href }) => [hreflang, href ?? ''])),
        });
      }
    }
  });

  test('is an index of its parts, with public URLs', () => {
    expect(parts).toEqual([
      `${publicUrl}/sitemap-pages.xml`,
      `${publicUrl}/sitemap-sizes.xml`,
      `${publicUrl}/sitemap-tires-1.xml`,
    ]);
  });

  test('contains every public page, season, size and tire on sale in three languages, each once', async () => {
    const tires = await shop.db.kysely.selectFrom('tires').select('id').where('on_sale', '=', true).execute();
    const inEveryLanguage = (page: (typeof pageNames)[number], search = '') =>
      localeIds.map((locale) => publicUrl + href(page, locale, search));
    const seasons = ['summer', 'winter_friction', 'winter_studded', 'all_season', 'runflat'];
    const seasonsOutsideDefaultSize = ['winter_studdable', 'truck', 'racing'];
    const { items } = JSON.parse((await shop.get('/api/v1/products?limit=100')).text) as { items: Product[] };
    // Each size has a list for all seasons, for the season of each tire, and for run-flat tires.
    const sizeLists = items.flatMap(({ size: { treadWidth, profile, diameter }, season, marks }) =>
      [null, season, ...(marks.includes('RF') ? (['runflat'] as const) : [])].map((listSeason) =>
        listToUrl({ filter: { treadWidth, profile, diameter, season: listSeason, manufacturer: null } }),
      ),
    );
    // A season in the default size has the entry of the season.
    const isSeasonEntry = (search: string) => seasons.some((season) => search === `?season=${season}`);
    const sizeSearches = new Set(sizeLists.filter((search) => !isSeasonEntry(search)));
    // The default size with all seasons.
    expect(sizeSearches).toContain('?season=');
    expect(entries.map(({ loc }) => loc).sort()).toEqual(
      [
        ...indexedPages.flatMap((page) => inEveryLanguage(page)),
        ...seasons.flatMap((season) => inEveryLanguage('index', `?season=${season}`)),
        ...seasonsOutsideDefaultSize.flatMap((season) =>
          inEveryLanguage('index', `?treadWidth=&profile=&diameter=&season=${season}`),
        ),
        ...[...sizeSearches].flatMap((search) => inEveryLanguage('index', search)),
        ...tires.flatMap(({ id }) => inEveryLanguage('product', `?id=${id}`)),
      ].sort(),
    );
  });

  test('contains only canonical pages that answer 200 and name the language variants of their entry', async () => {
    const otherPages = entries.filter(({ loc }) => !loc.includes('/product'));
    const everyTenthTire = entries.filter(({ loc }) => loc.includes('/product')).filter((_, index) => index % 10 === 0);
    const checked = [...otherPages, ...everyTenthTire];
    expect(everyTenthTire.length).toBeGreaterThan(10);
    for (const { loc, alternates } of checked) {
      const page = await headOf(loc.replace(publicUrl, '') || '/');
      const { status, canonical, robots } = page;
      expect({ status, canonical, robots, alternates: page.alternates }).toEqual({
        status: 200,
        canonical: loc,
        robots: undefined,
        alternates,
      });
    }
  });

  test('lists each language variant as an entry with all variants', () => {
    const byLoc = new Map(entries.map(({ loc, alternates }) => [loc, alternates]));
    for (const { loc, alternates } of entries) {
      expect(Object.keys(alternates)).toEqual(['et', 'ru', 'en-GB', 'x-default']);
      expect(Object.values(alternates)).toContain(loc);
      for (const url of Object.values(alternates)) expect(byLoc.get(url)).toEqual(alternates);
    }
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed for clients that accept %s', async (encoding, decompress) => {
    const answer = await shop.get('/sitemap-tires-1.xml', { 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': `${answer.body.length}`,
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
    });
    const plain = (await shop.get('/sitemap-tires-1.xml')).body;
    expect(decompress(answer.body).equals(plain)).toBe(true);
    expect(answer.body.length).toBeLessThan(plain.length / 5);
  });

  test.each(['/sitemap-tires-0.xml', '/sitemap-tires-2.xml', '/sitemap-tires-x.xml', '/sitemap-tires-.xml'])(
    'has no part %s',
    async (path) => expect((await shop.get(path)).status).toBe(404),
  );

  test.each(['/sitemap-pages.xml', '/sitemap-sizes.xml', '/sitemap-tires-1.xml'])(
    'is revalidated with 304: %s',
    async (path) => {
      const { etag = '' } = (await shop.get(path)).headers;
      const revalidation = await shop.get(path, { 'if-none-match': etag });
      expect({ status: revalidation.status, text: revalidation.text }).toEqual({ status: 304, text: '' });
    },
  );

  test('supports HEAD', async () => {
    const { status, text } = await shop.request('/sitemap-pages.xml', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
  });

  test('contains no season without available tires', async () => {
    const { kysely } = shop.db;
    const truckTireId = await idOf(kysely, 'X Multi');
    await kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', truckTireId).execute();
    await sql`select pg_notify('catalogue', ${JSON.stringify([truckTireId])})`.execute(kysely);
    // Sitemaps are rebuilt at most once a minute.
    now = new Date(now.getTime() + 60_000);
    await expect.poll(async () => (await shop.get('/sitemap-pages.xml')).text).not.toContain('season=truck');
    expect((await headOf('/en?treadWidth=&profile=&diameter=&season=truck')).robots).toBe('noindex');
  });
});

describe('robots.txt', () => {
  test('names the sitemap and disallows the API and build files', async () => {
    const { status, headers, text } = await shop.get('/robots.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(text.split('\n')).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(text).toMatch(/^User-agent: \*$/m);
    const disallowedPaths = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path);
    expect(disallowedPaths).toEqual(['/api/', '/builds/']);
  });

  test.each(localeIds.flatMap((locale) => (['order', 'success'] as const).map((page) => href(page, locale))))(
    'does not disallow %s, so that crawlers read its noindex',
    async (path) => expect((await headOf(path)).robots).toBe('noindex'),
  );
});
