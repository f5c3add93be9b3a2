import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** One word for one thing, the one that the pages of the shop use. `words` would be another. */
test.each([
  { language: 'ee', term: '24%', words: /\}\s%/ },
  { language: 'en', term: 'email', words: /e-mail/i },
  { language: 'ru', term: 'отступление от договора', words: /отказ(а|е|ы)? от договора|об отказе/i },
  { language: 'ru', term: 'задерживается', words: /опаздыва|опоздавш/i },
])('the desk in $language has the term $term everywhere', ({ language, words }) => {
  const messages = JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8'));
  expect(textsOf(messages).filter((text) => words.test(text))).toEqual([]);
});

function textsOf(messages: object): string[] {
  return Object.values(messages).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
}
