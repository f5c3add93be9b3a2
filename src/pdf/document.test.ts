import { expect, test } from 'vitest';
import { openFace } from './document.ts';

test('opens a font once, and empties its cache of laid-out words when it exceeds the limit', () => {
  const { font, words } = openFace('bold');
  words.rehv = 'laid out';
  expect(openFace('bold').font).toBe(font);
  expect(openFace('bold').words).toBe(words);
  // Together with the first word, one more than the limit.
  for (let word = 0; word < 3_000; word += 1) words[`${word}`] = 'laid out';
  expect(Object.keys(openFace('bold').words)).toEqual([]);
  expect(openFace('bold').font).toBe(font);
});
