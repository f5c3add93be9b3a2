import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '../shop/locale.ts';

type Texts = { [key: string]: string | Texts };

// Read from the files: an import would give the compiled messages.
const textsIn = (folder: string) =>
  Object.fromEntries(
    (['ee', 'en', 'ru'] as const).map((locale) => {
      const file = new URL(`${folder}/${locale}.json`, import.meta.url);
      return [locale, flat(JSON.parse(readFileSync(file, 'utf8')) as Texts)];
    }),
  ) as Record<Locale, Map<string, string>>;
const shopTexts = textsIn('.');
const deskTexts = textsIn('../desk/messages');

function flat(texts: Texts, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  );
}

/** A part of a compiled message: text, `#` (0), an argument with the index of its format and its forms, or a tag with its content. */
type Node = string | 0 | [name: string, ...rest: unknown[]];
const formatsByIndex = ['', 'select', 'plural', 'selectordinal', 'number', 'date', 'time'];
const formatsWithForms = ['select', 'plural', 'selectordinal'];

/** Returns the arguments and tags of a message (`{count}`, `{count, plural}`, `<b>`), and the forms of each of its plurals (`one`, `other`). */
function contentsOf(message: string) {
  const argumentsAndTags = new Set<string>();
  const plurals: string[][] = [];
  const compiled: unknown = compile(message);
  readAll(compiled);
  return { argumentsAndTags: [...argumentsAndTags].sort(), plurals };

  function readAll(nodes: unknown) {
    if (Array.isArray(nodes)) for (const node of nodes as Node[]) read(node);
  }
  function read(node: Node) {
    if (!Array.isArray(node)) return;
    const [name, formatIndex, forms] = node;
    // In a tag, the second element is the start of its content, which can be `#` (0).
    const isFormatted = typeof formatIndex === 'number' && formatIndex > 0;
    if (formatIndex === undefined) argumentsAndTags.add(`{${name}}`);
    else if (isFormatted) {
      const format = formatsByIndex[formatIndex] ?? '';
      argumentsAndTags.add(`{${name}, ${format}}`);
      if (formatsWithForms.includes(format)) for (const form of Object.values(forms as object)) readAll(form);
      if (format === 'plural') plurals.push(Object.keys(forms as object));
    } else {
      argumentsAndTags.add(`<${name}>`);
      readAll(node.slice(1));
    }
  }
}

describe.each([
  ['ee', 'shop', shopTexts],
  ['ru', 'shop', shopTexts],
  ['ee', 'desk', deskTexts],
  ['ru', 'desk', deskTexts],
] as const)('the messages in %s of the %s, compared to English', (locale, _, texts) => {
  const english = texts.en;

  test('have the keys of the English ones, in the same order', () => {
    expect([...texts[locale].keys()]).toEqual([...english.keys()]);
  });

  test('have the arguments and tags of the English ones', () => {
    const contents = (messages: Map<string, string>) =>
      [...messages].map(([key, text]) => [key, contentsOf(text).argumentsAndTags]);
    expect(contents(texts[locale])).toEqual(contents(english));
  });
});

describe.each([
  ['ee', 'shop', shopTexts],
  ['en', 'shop', shopTexts],
  ['ru', 'shop', shopTexts],
  ['ee', 'desk', deskTexts],
  ['en', 'desk', deskTexts],
  ['ru', 'desk', deskTexts],
] as const)('the messages in %s of the %s', (locale, _, texts) => {
  test('are neither empty nor padded', () => {
    expect([...texts[locale]].filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
  });

  test('have every plural form of the language, or only one form', () => {
    const needed = new Intl.PluralRules(locales[locale].intl).resolvedOptions().pluralCategories;
    const incomplete = [...texts[locale]].filter(([, text]) =>
      contentsOf(text).plurals.some((forms) => forms.length > 1 && needed.some((form) => !forms.includes(form))),
    );
    expect(incomplete).toEqual([]);
  });
});

describe('the texts that the specification names', () => {
  test.each([
    ['en', 'Required field', 'Invalid email', '{field} is not valid'],
    ['ru', 'Обязательное поле', 'Некорректный email', '{field}: недопустимое значение'],
    ['ee', 'Kohustuslik väli', 'Vale e-mail', '{field} ei sobi'],
  ] as const)('for a wrong field in %s', (locale, required, email, invalid) => {
    expect(shopTexts[locale].get('validation.required')).toBe(required);
    expect(shopTexts[locale].get('validation.email')).toBe(email);
    expect(shopTexts[locale].get('validation.default')).toBe(invalid);
  });

  test('for the languages', () => {
    expect(Object.entries(locales).map(([id, { label }]) => [id, label])).toEqual([
      ['ee', 'Est'],
      ['ru', 'Rus'],
      ['en', 'Eng'],
    ]);
  });
});
