import { expect, test } from 'vitest';
import { face } from './paper.ts';

test('a face is opened once, and its words are kept until they are very many', () => {
  const { font, words } = face('bold');
  words.rehv = 'set';
  expect(face('bold').font).toBe(font);
  expect(face('bold').words).toBe(words);
  for (let word = 0; word < 3_000; word += 1) words[`${word}`] = 'set';
  expect(Object.keys(face('bold').words)).toEqual([]);
  expect(face('bold').font).toBe(font);
});
