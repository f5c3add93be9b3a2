import { expect, test } from 'vitest';
import { randomAlphanumerics } from './random-text.ts';

test('random text is of the length asked for, of all 62 characters, and never the same', () => {
  const texts = Array.from({ length: 1000 }, () => randomAlphanumerics(16));
  expect(new Set(texts).size).toBe(1000);
  expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([16]));
  expect([...new Set(texts.join(''))].sort().join('')).toBe(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  );
});
