import { describe, expect, test } from 'vitest';
import { localeIds, locales } from '../../../src/shop/locale.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements, innerHtml } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const russian = 'ru-RU,ru;q=0.9,en;q=0.8';
const negotiationHeaders = {
  'cache-control': 'private, no-cache',
  vary: expect.stringMatching(/Accept-Language, Cookie/i),
};

async function getPage(path: string, language?: string, cookie?: string) {
  const headers = { ...(language && { 'accept-language': language }), ...(cookie && { cookie }) };
  const { status, headers: responseHeaders, text } = await shop.get(path, headers);
  return {
    status,
    headers: responseHeaders,
    location: responseHeaders.location,
    lang: elements(text, 'html')[0]?.lang,
  };
}

describe('a visitor without a language cookie', () => {
  test.each([
    ['/', 'en-GB', '/en', 'en'],
    ['/', russian, '/ru', 'ru'],
    ['/faq/buy', russian, '/ru/faq/buy', 'ru'],
    ['/?season=&diameter=17', 'en', '/en?season=&diameter=17', 'en'],
    ['/product?id=a%20b&x', 'en', '/en/product?id=a%20b&x', 'en'],
  ])(
    'is redirected from %s with Accept-Language %s to %s, and gets a cookie for a year',
    async (path, language, target, locale) => {
      const { status, location, headers } = await getPage(path, language);
      expect({ status, location }).toEqual({ status: 302, location: target });
      expect(headers['set-cookie']).toEqual([`locale=${locale}; Max-Age=31536000; Path=/; SameSite=Lax`]);
      expect(headers).toMatchObject(negotiationHeaders);
    },
  );

  test.each([
    ['/', 'et'],
    ['/cart', 'et-EE,et;q=0.9,en;q=0.8'],
    ['/', 'fi, de;q=0.5'],
    ['/', undefined],
    ['/faq', undefined],
  ])('sees %s in Estonian with Accept-Language %s', async (path, language) => {
    const { status, lang, headers } = await getPage(path, language);
    expect({ status, lang }).toEqual({ status: 200, lang: 'et' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers).toMatchObject(negotiationHeaders);
  });
});

describe('a visitor with a language cookie', () => {
  test('is redirected from the home page to that language, whatever Accept-Language says', async () => {
    expect(await getPage('/?season=', 'et', 'locale=en')).toMatchObject({ status: 302, location: '/en?season=' });
    expect(await getPage('/', 'en', 'a=b; locale=ru')).toMatchObject({ status: 302, location: '/ru' });
  });

  test('sees every other page in the language of its URL', async () => {
    expect(await getPage('/cart', 'ru', 'locale=en')).toMatchObject({ status: 200, lang: 'et' });
    expect(await getPage('/', russian, 'locale=ee')).toMatchObject({ status: 200, lang: 'et' });
    expect(await getPage('/ru/cart', 'en', 'locale=en')).toMatchObject({ status: 200, lang: 'ru' });
  });
});

const cookieOf = (locale: string) => [`locale=${locale}; Max-Age=31536000; Path=/; SameSite=Lax`];

describe('a link of the language selector', () => {
  const prefixes = localeIds.map((id) => locales[id].prefix);

  test.each([
    '/',
    '/?treadWidth=225&season=summer&sort=name',
    '/product?id=a%20b&x=%C3%B5',
    '/faq',
    '/cart?utm_source=a?lang=b',
  ])('on %s redirects to the URL without lang and sets the cookie, in every language', async (page) => {
    const [path = '', query] = page.split('?', 2);
    const search = page.slice(path.length);
    /** Without a trailing slash, except at `/`. */
    const urlWith = (prefix: string) => (prefix + path).replace(/(?<=.)\/$/, '') + search;
    for (const prefix of prefixes) {
      const from = urlWith(prefix);
      // Puts the page into the response cache.
      await getPage(from, 'et', 'locale=ee');
      for (const id of localeIds) {
        const to = urlWith(locales[id].prefix);
        for (const url of [from, to]) {
          const { status, location, headers } = await getPage(
            `${url}${query ? '&' : '?'}lang=${id}`,
            'en',
            'locale=ru',
          );
          expect({ url, status, location }).toEqual({ url, status: 302, location: to });
          expect(headers['set-cookie']).toEqual(cookieOf(id));
          expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
        }
      }
    }
  });

  test.each([
    ['/', '/'],
    ['/ru?season=summer&sort=name', '/?season=summer&sort=name'],
    ['/en/product?id=tire', '/product?id=tire'],
    ['/en/faq', '/faq'],
    ['/cart', '/cart'],
  ])('leads from %s to its language', async (at, estonianUrl) => {
    const id = await idOf(shop.db.kysely, 'Hakka Blue 3');
    const withId = (url: string) => url.replace('id=tire', `id=${id}`);
    const { text } = await shop.get(withId(at));
    const [selector = ''] = innerHtml(text, 'nav').filter((html) => /hreflang/i.test(html));
    const links = elements(selector, 'a');
    expect(links.map(({ rel }) => rel)).toEqual(localeIds.map(() => 'nofollow'));
    for (const [n, { href = '' }] of links.entries()) {
      const locale = localeIds[n] ?? 'ee';
      const chosen = await getPage(href, 'en', 'locale=en');
      const location = (locales[locale].prefix + withId(estonianUrl)).replace(/(?<=.)\/(?=\?|$)/, '');
      expect(chosen).toMatchObject({ status: 302, location, headers: { 'set-cookie': cookieOf(locale) } });
      const shown = await getPage(location, 'en', `locale=${locale}`);
      expect(shown).toMatchObject({ status: 200, lang: locales[locale].language });
      expect(shown.headers['set-cookie']).toBeUndefined();
    }
    // Nowhere else: neither canonical URL nor alternates.
    expect(elements(text, 'link').filter(({ href }) => href?.includes('lang='))).toEqual([]);
  });

  test.each(['/faq?lang=fr', '/faq?lang=', '/faq?language=ru', '/faq?x=lang=ru', '/faq?lang=constructor'])(
    'has no effect with another parameter or an unknown language: %s',
    async (path) => {
      const { status, headers } = await getPage(path, 'et');
      expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    },
  );

  test.each(['/nothing?lang=ru', '//evil.example?lang=ru', '/en//evil.example?lang=ee'])(
    'answers 404 if its page does not exist: %s',
    async (path) => expect(await getPage(path)).toMatchObject({ status: 404, location: undefined }),
  );
});

describe('without script, the first language', () => {
  test.each(localeIds)('%s is stored by an image in the page', async (locale) => {
    const { text } = await shop.get(`${locales[locale].prefix}/faq`);
    const [image] = innerHtml(text, 'noscript').flatMap((html) => elements(html, 'img'));
    expect(image).toMatchObject({ src: `/locale/${locale}`, alt: '' });
    const { status, headers } = await shop.get(image?.src ?? '');
    expect(status).toBe(204);
    expect(headers['set-cookie']).toEqual(cookieOf(locale));
    expect(headers['cache-control']).toBe('no-store');
  });

  test('does not replace a language that the visitor has chosen', async () => {
    const answer = (cookie: string) => shop.get('/locale/ru', { cookie });
    expect((await answer('locale=ee')).headers['set-cookie']).toBeUndefined();
    expect((await answer('locale=fr')).headers['set-cookie']).toEqual(cookieOf('ru'));
  });
});

test.each(['/en', '/ru', '/en/cart', '/ru/faq/policy'])(
  'the page at %s depends neither on Accept-Language nor on the cookie',
  async (path) => {
    const answers = [await getPage(path), await getPage(path, russian), await getPage(path, 'et', 'locale=ee')];
    for (const { status, headers } of answers) {
      expect(status).toBe(200);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toMatch(/^public/);
      expect(headers.vary).not.toMatch(/cookie|language/i);
    }
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  },
);
