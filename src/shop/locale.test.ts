import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import {
  defaultLocale,
  isLocale,
  languageOption,
  localeIds,
  localeOfPath,
  locales,
  localizedPath,
  preferredLocale,
  unbrokenDate,
  withinSentence,
  withoutLocale,
} from './locale.ts';

describe('the language of a path', () => {
  test.each([
    ['/', 'ee', '/'],
    ['/cart', 'ee', '/cart'],
    ['/en', 'en', '/'],
    ['/en/', 'en', '/'],
    ['/en/faq/buy', 'en', '/faq/buy'],
    ['/ru', 'ru', '/'],
    ['/ru/cart', 'ru', '/cart'],
    ['/english', 'ee', '/english'],
    ['/EN/cart', 'ee', '/EN/cart'],
    ['/ee/cart', 'ee', '/ee/cart'],
    ['//ru/cart', 'ee', '//ru/cart'],
    ['', 'ee', '/'],
  ] as const)('is read from %s as %s, and the path without prefix is %s', (pathname, locale, path) => {
    expect(localeOfPath(pathname)).toBe(locale);
    expect(withoutLocale(pathname)).toBe(path);
  });

  test('is read back from every localized path', () => {
    const path = fc.stringMatching(/^(\/[a-z]{3,8}){0,3}$/).map((text) => text || '/');
    fc.assert(
      fc.property(path, fc.constantFrom(...localeIds), (path, locale) => {
        const localized = localizedPath(path, locale);
        expect(localeOfPath(localized)).toBe(locale);
        expect(withoutLocale(localized)).toBe(path);
      }),
    );
  });
});

test('the locales have the language tags of BCP 47 (Estonian is et) and their own names', () => {
  expect(Object.entries(locales).map(([id, { language, intl, name }]) => [id, language, intl, name])).toEqual([
    ['ee', 'et', 'et-EE', 'Eesti'],
    ['ru', 'ru', 'ru-RU', 'Русский'],
    ['en', 'en-GB', 'en-GB', 'English'],
  ]);
  expect(defaultLocale).toBe('ee');
  expect(localeOfPath('/anything/else')).toBe('ee');
});

test('only ee, ru and en are locales of the shop', () => {
  for (const id of ['ee', 'ru', 'en']) expect(isLocale(id)).toBe(true);
  for (const value of ['et', 'EN', 'en-GB', '', 'constructor', null, undefined, 0]) expect(isLocale(value)).toBe(false);
});

describe('the language that a browser prefers', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['*', null],
    ['de, fr;q=0.9', null],
    ['et', 'ee'],
    ['et-EE,et;q=0.9,en;q=0.8', 'ee'],
    ['ru-RU,ru;q=0.9', 'ru'],
    ['en-US', 'en'],
    ['EN-gb', 'en'],
    ['de-DE, en;q=0.5', 'en'],
    ['en;q=0.4, ru;q=0.7, et;q=0.6', 'ru'],
    ['en ; q=0.4 , et ;q=0.9', 'ee'],
    ['en;q=0, ru;q=0.1', 'ru'],
    ['en;q=0', null],
    ['ru;q=0.5, en;q=0.5', 'ru'],
    ['en;q=much, ru;q=0.1', 'ru'],
    ['ee', null],
  ] as const)('by %s is %s', (header, locale) => expect(preferredLocale(header)).toBe(locale));

  test('is one of the three locales or null, for any header', () => {
    const pieces = fc.array(fc.constantFrom('en', 'RU', 'et', 'de', '-', ',', ';', 'q=', '0', '.5', '1', ' ', '*'));
    const header = fc.oneof(
      pieces.map((parts) => parts.join('')),
      anyText,
    );
    fc.assert(
      fc.property(header, (header) => {
        expect([null, ...localeIds]).toContain(preferredLocale(header));
      }),
    );
  });
});

test('the options of the language selector are Est, Rus and Eng; an unknown id gives English', () => {
  expect(['ee', 'ru', 'en'].map((id) => languageOption(id).label)).toEqual(['Est', 'Rus', 'Eng']);
  for (const id of ['de', '', 'EE', 'toString']) {
    expect(languageOption(id)).toEqual({ id: 'en', label: 'Eng', name: 'English' });
  }
});

test.each([
  ['Number plate', 'number plate'],
  ['VAT number', 'VAT number'],
  ['KMKR-number', 'KMKR-number'],
  ['Номер KMKR', 'номер KMKR'],
  ['E-post', 'e-post'],
])('%s is written as %s within a sentence', (label, expected) => expect(withinSentence(label)).toBe(expected));

test.each([
  ['reede, 27. november, kell 09:00', 'reede, 27.~november, kell~09:00'],
  ['21 ноября 2026 г. в 17:05', '21~ноября 2026~г. в~17:05'],
  ['21 November 2026 at 17:05', '21~November 2026 at~17:05'],
  ['Friday 27 November at 09:00', 'Friday 27~November at~09:00'],
  ['ср, 2 дек.', 'ср, 2~дек.'],
  ['N, 3. dets, 09:00', 'N, 3.~dets,~09:00'],
])('keeps the parts of %s together', (date, joined) => {
  expect(unbrokenDate(date)).toBe(joined.replaceAll('~', '\u00A0'));
});
