import { expect, test } from 'vitest';
import { face } from './document.ts';

test('opens a font once and caches a limited number of measured words', () => {
  const { font, words } = face('bold');
  words.rehv = 'laid out';
  expect(face('bold').font).toBe(font);
  expect(face('bold').words).toBe(words);
  // Together with the first word, one more than the limit.
  for (let word = 0; word < 3_000; word += 1) words[`${word}`] = 'laid out';
  expect(Object.keys(face('bold').words)).toEqual([]);
  expect(face('bold').font).toBe(font);
});
