import { expect, test } from 'vitest';
import { hasHiddenCharacters, hasLink, withoutHiddenCharacters } from './plain-text.ts';

const validNames = [
  'OÜ A.B.C.',
  'Mets & Pojad OÜ',
  "O'Neill",
  'Jüri-Õnne Šmidt',
  'AS Tallinna Autobussikoondis',
  'Rehv24.ee OÜ',
  'J.Tamm',
  'Dr. Mari Maasikas, Ph.D.',
  'Mari/Jaan Tamm',
  'AS Nr. 1/2',
  'Мария Щукарёва-Ёлкина',
  'FIE Ülle Õun (talu) №5',
  'Awww OÜ',
];

test.each(validNames)('%j has no link and no hidden character', (name) => {
  expect([hasLink(name), hasHiddenCharacters(name)]).toEqual([false, false]);
});

test.each([
  'you won 500 EUR, claim at https://evil.example/win now',
  'HTTP://EVIL.EXAMPLE',
  'ftp://evil.example',
  'claim at www.evil.example',
  'claim at WWW.evil',
  'claim at evil.example/win',
  'claim at t.me/win',
  'claim at evil.example?win',
  'claim at evil.example:8080',
  'write to win@evil.example',
  '@evil',
  'ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'win＠evil.example',
  'ｗｗｗ．evil',
  'приз на приз.рф/забрать',
])('%j has a link', (text) => expect(hasLink(text)).toBe(true));

const hiddenCodePoints = [
  ...[0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xad],
  ...[0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xfff9, 0xe0041],
];

test.each(hiddenCodePoints)('U+%#x is hidden', (code) => {
  expect(hasHiddenCharacters(`Ma${String.fromCodePoint(code)}ri`)).toBe(true);
});

test('visible characters and spaces are not hidden', () => {
  for (const text of ['Mari Maasikas', 'Mari\u00a0Maasikas', 'Õ'.normalize('NFD'), '王', 'ד', '😀', '❤️']) {
    expect(hasHiddenCharacters(text)).toBe(false);
  }
});

test('removes hidden characters, keeps tabs and emoji, and ends each line with \\n', () => {
  expect(withoutHiddenCharacters('one\r\ntwo\rthree\u2028four\u2029five\u0085six\vseven')).toBe(
    'one\ntwo\nthree\nfour\nfive\nsix\nseven',
  );
  expect(withoutHiddenCharacters('\u202egnp\u202c.\u200bex\u2066e\u2069\0\u001b[31m\ufeff')).toBe('gnp.exe[31m');
  expect(withoutHiddenCharacters('a\tb\n👨‍👩‍👧')).toBe('a\tb\n👨‍👩‍👧');
});
