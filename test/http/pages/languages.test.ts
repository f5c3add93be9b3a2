import { describe, expect, test } from 'vitest';
import { elements } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const russian = 'ru-RU,ru;q=0.9,en;q=0.8';
const negotiated = { 'cache-control': 'private, no-cache', vary: expect.stringMatching(/Accept-Language, Cookie/i) };

async function open(path: string, language?: string, cookie?: string) {
  const headers = { ...(language && { 'accept-language': language }), ...(cookie && { cookie }) };
  const { status, headers: answered, text } = await shop.get(path, headers);
  return { status, headers: answered, location: answered.location, lang: elements(text, 'html')[0]?.lang };
}

describe('a visitor without a chosen language', () => {
  test.each([
    ['/', 'en-GB', '/en', 'en'],
    ['/', russian, '/ru', 'ru'],
    ['/faq/buy', russian, '/ru/faq/buy', 'ru'],
    ['/?season=&diameter=17', 'en', '/en?season=&diameter=17', 'en'],
    ['/product?id=a%20b&x', 'en', '/en/product?id=a%20b&x', 'en'],
  ])('is redirected from %s by %s to %s, stored in a cookie for a year', async (path, language, target, locale) => {
    const { status, location, headers } = await open(path, language);
    expect({ status, location }).toEqual({ status: 302, location: target });
    expect(headers['set-cookie']).toEqual([`locale=${locale}; Max-Age=31536000; Path=/; SameSite=Lax`]);
    expect(headers).toMatchObject(negotiated);
  });

  test.each([
    ['/', 'et'],
    ['/cart', 'et-EE,et;q=0.9,en;q=0.8'],
    ['/', 'fi, de;q=0.5'],
    ['/', undefined],
    ['/faq', undefined],
  ])('sees %s in Estonian when the browser asks for %s', async (path, language) => {
    const { status, lang, headers } = await open(path, language);
    expect({ status, lang }).toEqual({ status: 200, lang: 'et' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers).toMatchObject(negotiated);
  });
});

describe('a visitor with a chosen language', () => {
  test('is redirected from the home page to it, whatever the browser prefers', async () => {
    expect(await open('/?season=', 'et', 'locale=en')).toMatchObject({ status: 302, location: '/en?season=' });
    expect(await open('/', 'en', 'a=b; locale=ru')).toMatchObject({ status: 302, location: '/ru' });
  });

  test('sees every other URL in its own language', async () => {
    expect(await open('/cart', 'ru', 'locale=en')).toMatchObject({ status: 200, lang: 'et' });
    expect(await open('/', russian, 'locale=ee')).toMatchObject({ status: 200, lang: 'et' });
    expect(await open('/ru/cart', 'en', 'locale=en')).toMatchObject({ status: 200, lang: 'ru' });
  });
});

test.each(['/en', '/ru', '/en/cart', '/ru/faq/policy'])('%s is the same for all visitors', async (path) => {
  const answers = [await open(path), await open(path, russian), await open(path, 'et', 'locale=ee')];
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/^public/);
    expect(headers.vary).not.toMatch(/cookie|language/i);
  }
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
});
