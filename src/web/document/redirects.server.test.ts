import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { localeRedirect } from './redirects.server.ts';

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
  ])('is sent from %s to the language of the browser (%s)', (url, wanted, target) => {
    expect(redirect(url, wanted)).toEqual(target);
  });

  test.each([
    ['/', 'et-EE, en;q=0.9'],
    ['/cart', 'et'],
    ['/', 'de, fr;q=0.9'],
    ['/', '*'],
    ['/', undefined],
  ])('sees %s in Estonian when the browser asks for %s', (url, wanted) => expect(redirect(url, wanted)).toBeNull());

  test.each(['locale=fr', 'locale=', 'xlocale=ee', 'other=locale=ee', 'locale=constructor'])(
    'has not done so by the cookie %s',
    (cookie) => expect(redirect('/cart', 'en', cookie)).toEqual({ locale: 'en', location: '/en/cart' }),
  );
});

describe('a visitor who has chosen', () => {
  test('English or Russian is redirected from the home page, whatever the browser’s language', () => {
    expect(redirect('/', 'et', 'locale=en')).toEqual({ locale: 'en', location: '/en' });
    expect(redirect('/?season=', 'en', 'a=b; locale=ru; c=d')).toEqual({ locale: 'ru', location: '/ru?season=' });
  });

  test('opens every other URL unchanged', () => {
    expect(redirect('/cart', russian, 'locale=en')).toBeNull();
    expect(redirect('/faq', 'en', 'locale=ru')).toBeNull();
  });

  test('Estonian is not redirected, whatever the browser’s language', () => {
    expect(redirect('/', 'en', 'locale=ee')).toBeNull();
    expect(redirect('/cart', russian, 'locale=ee')).toBeNull();
  });
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
])('redirects nobody from %s', (url) => {
  expect(redirect(url, 'en')).toBeNull();
  expect(redirect(url, russian, 'locale=ru')).toBeNull();
});
