import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { languageChoiceRedirect, localeRedirect } from './redirects.server.ts';

function redirect(url: string, acceptLanguage?: string, cookie?: string) {
  const headers = { 'accept-language': acceptLanguage, cookie };
  return localeRedirect({ url, headers } as unknown as FastifyRequest);
}

const russian = 'ru-RU,ru;q=0.9,en;q=0.8';

describe('a visitor who has not chosen a language', () => {
  test.each([
    ['/', 'en-GB', { locale: 'en', location: '/en' }],
    ['/', russian, { locale: 'ru', location: '/ru' }],
    ['/faq/buy', russian, { locale: 'ru', location: '/ru/faq/buy' }],
    ['/?season=&diameter=17', 'en', { locale: 'en', location: '/en?season=&diameter=17' }],
    ['/product?id=a%20b', russian, { locale: 'ru', location: '/ru/product?id=a%20b' }],
  ])('is redirected from %s to the language of the browser (%s)', (url, acceptLanguage, target) => {
    expect(redirect(url, acceptLanguage)).toEqual(target);
  });

  test.each([
    ['/', 'et-EE, en;q=0.9'],
    ['/cart', 'et'],
    ['/', 'de, fr;q=0.9'],
    ['/', '*'],
    ['/', undefined],
  ])('is not redirected from %s when the browser prefers %s', (url, acceptLanguage) =>
    expect(redirect(url, acceptLanguage)).toBeNull(),
  );

  test.each(['locale=fr', 'locale=', 'xlocale=ee', 'other=locale=ee', 'locale=constructor'])(
    'is redirected in spite of the invalid cookie %s',
    (cookie) => expect(redirect('/cart', 'en', cookie)).toEqual({ locale: 'en', location: '/en/cart' }),
  );
});

describe('a visitor with a language cookie', () => {
  test('for English or Russian is redirected from the home page, whatever the browser’s language', () => {
    expect(redirect('/', 'et', 'locale=en')).toEqual({ locale: 'en', location: '/en' });
    expect(redirect('/?season=', 'en', 'a=b; locale=ru; c=d')).toEqual({ locale: 'ru', location: '/ru?season=' });
  });

  test('is not redirected from any other page', () => {
    expect(redirect('/cart', russian, 'locale=en')).toBeNull();
    expect(redirect('/faq', 'en', 'locale=ru')).toBeNull();
  });

  test('for Estonian is not redirected, whatever the browser’s language', () => {
    expect(redirect('/', 'en', 'locale=ee')).toBeNull();
    expect(redirect('/cart', russian, 'locale=ee')).toBeNull();
  });
});

describe('a link that chooses a language', () => {
  test.each([
    ['/?lang=ee', 'ee', '/'],
    ['/?lang=ru', 'ru', '/ru'],
    ['/en/faq?lang=ee', 'ee', '/faq'],
    ['/faq?lang=en&x=a%20b+c&y', 'en', '/en/faq?x=a%20b+c&y'],
    ['/ru?season=&lang=ru&sort=name', 'ru', '/ru?season=&sort=name'],
    ['/faq?lang=ee&lang=ru', 'ee', '/faq'],
    ['/cart?a=b?lang=ru&lang=ee', 'ee', '/cart?a=b?lang=ru'],
  ])('%s is redirected to %s at %s', (url, locale, location) =>
    expect(languageChoiceRedirect({ url })).toEqual({ locale, location }),
  );

  test.each([
    '/faq',
    '/faq?lang=',
    '/faq?lang=fr',
    '/faq?slang=ru',
    '/cart?a=b?lang=ru',
    '/none?lang=ru',
    '//evil.example?lang=ru',
  ])('%s is not redirected', (url) => expect(languageChoiceRedirect({ url })).toBeNull());
});

test.each([
  '/en',
  '/ru/cart',
  '/en/unknown',
  '/unknown',
  '/assets/a.js',
  '//',
  '//evil.example/',
  '/\\evil.example/',
  '//[',
])('does not redirect from %s', (url) => {
  expect(redirect(url, 'en')).toBeNull();
  expect(redirect(url, russian, 'locale=ru')).toBeNull();
});
