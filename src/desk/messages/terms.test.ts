import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The pages of the shop use `term`; `otherTerm` means the same. */
test.each([
  { language: 'ee', term: '24%', otherTerm: /\}\s%/ },
  { language: 'en', term: 'email', otherTerm: /e-mail/i },
  { language: 'ru', term: 'отступление от договора', otherTerm: /отказ[а-я]* от договора|об отказе/i },
  { language: 'ru', term: 'задерживается', otherTerm: /опаздыва|опоздавш/i },
])('the desk in $language uses no other term for $term', ({ language, otherTerm }) => {
  const messages = JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8'));
  expect(textsOf(messages).filter((text) => otherTerm.test(text))).toEqual([]);
});

function textsOf(messages: object): string[] {
  return Object.values(messages).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
}
