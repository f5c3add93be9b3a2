import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import ee from '../../../src/messages/ee.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { href, indexedPages, pageNames } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements } from '../../support/html.ts';
import { parseHead } from '../../support/search-engines.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const headOf = async (path: string) => parseHead(await shop.get(path));

/** Requests one page after another: one client gets only a quarter of the page queue. */
async function headsOf(paths: string[]) {
  const heads = [];
  for (const path of paths) heads.push(await headOf(path));
  return heads;
}

describe('titles and descriptions', () => {
  test.each(localeIds)('differ for every page in %s, and have the length of search results', async (locale) => {
    const id = await idOf(shop.db.kysely, 'Hakka Blue 3');
    const size = '?treadWidth=225&profile=45&diameter=17&season=all_season';
    const lists = ['?season=summer', '?season=winter_friction', '?season=summer&manufacturer=nokian', size];
    const paths = [
      ...indexedPages.map((page) => href(page, locale)),
      ...[...lists, `${size}&page=2`].map((search) => href('index', locale, search)),
      href('product', locale, `?id=${id}`),
    ];
    const heads = await headsOf(paths);
    for (const { title, description, meta } of heads) {
      expect({ title, fits: title.length >= 15 && title.length <= 75 }).toEqual({ title, fits: true });
      expect({ description, fits: description.length >= 50 && description.length <= 175 }).toEqual({
        description,
        fits: true,
      });
      expect(meta['og:description']).toBe(description);
      if (meta['og:type'] === 'website') expect(meta['og:title']).toBe(title);
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
  });

  test.each(localeIds)(
    'have descriptions of that length on pages with noindex and on the 404 page too, in %s',
    async (locale) => {
      const pagesWithNoindex = pageNames.filter((page) => !indexedPages.some((indexed) => indexed === page));
      const notFoundPage = `${href('faq', locale)}/nothing`;
      const paths = [...pagesWithNoindex.map((page) => href(page, locale)), notFoundPage];
      for (const { title, description } of await headsOf(paths)) {
        const fits = description.length >= 50 && description.length <= 175;
        expect({ title, description, fits }).toEqual({ title, description, fits: true });
      }
    },
  );

  test.each([
    ['/', 'et_EE', ['ru_RU', 'en_GB'], '/og/summer.jpg', ee.home.title],
    ['/ru/faq', 'ru_RU', ['et_EE', 'en_GB'], '/og/shop.jpg', shopConfig.name],
  ])(
    'at %s are also in the Open Graph tags, with a picture',
    async (path, locale, alternateLocales, picture, alternativeText) => {
      const { text, meta } = await headOf(path);
      expect(meta).toMatchObject({
        'og:site_name': shopConfig.name,
        'og:type': 'website',
        'og:url': publicUrl + path,
        'og:image': publicUrl + picture,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': alternativeText,
        'og:locale': locale,
        'twitter:card': 'summary_large_image',
      });
      const alternates = elements(text, 'meta').filter(({ property }) => property === 'og:locale:alternate');
      expect(alternates.map(({ content }) => content)).toEqual(alternateLocales);
      expect((await shop.get(picture)).headers['content-type']).toBe('image/jpeg');
    },
  );
});

describe('a list of tires', () => {
  test.each([
    ['/en?utm_source=newsletter', '/en'],
    ['/en?sort=noise', '/en'],
    ['/en?season=summer&sort=-price', '/en?season=summer'],
    ['/en?manufacturer=unknown&season=summer', '/en?season=summer'],
    [
      '/en?season=all_season&diameter=17&profile=45&treadWidth=225&page=2',
      '/en?treadWidth=225&profile=45&diameter=17&season=all_season&page=2',
    ],
  ])('requested as %s has the canonical URL %s', async (path, canonical) => {
    const head = await headOf(path);
    expect([head.canonical, head.robots]).toEqual([publicUrl + canonical, undefined]);
    expect(head.alternates['en-GB']).toBe(publicUrl + canonical);
  });

  test.each(['/en?diameter=10', '/en?season=summer&page=9'])('without tires has noindex: %s', async (path) => {
    const head = await headOf(path);
    expect([head.canonical, head.robots]).toEqual([undefined, 'noindex']);
  });
});

test('every page has noindex, except those of the sitemap', async () => {
  for (const page of pageNames) {
    const { robots } = await headOf(href(page, 'en'));
    expect([page, robots === undefined]).toEqual([page, (indexedPages as readonly string[]).includes(page)]);
  }
});
