import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import en from '../../messages/en.json';
import { localeIds } from '../../shop/locale.ts';
import { termsOf } from './terms.ts';

type Texts = { [key: string]: unknown };

const sale = { shopConfig, vatPercent: 22 };

/** Sections that are help for using the shop, not terms of an order. */
const help = {
  faqBuy: ['howToOrder', 'noAccount', 'limits'],
  faqWarranty: ['inShort'],
} as const;

test.each(['faqBuy', 'faqWarranty'] as const)(
  'includes every section of %s that is not help for using the shop',
  (page) => {
    const { sections } = en[page];
    const expected = Object.entries(sections).filter(([key]) => !help[page].some((helpKey) => helpKey === key));
    expect(
      termsOf(page, 'en', sale)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(expected.map(([, { title }]) => title).sort());
  },
);

test.each(localeIds)('writes the terms in %s as plain lines that contain the company’s details', (locale) => {
  const lines = [...termsOf('faqBuy', locale, sale), ...termsOf('faqWarranty', locale, sale)].flatMap(
    (section) => section.lines,
  );
  expect(lines.filter((line) => line.trim() === '' || /[<>{}]|undefined|sections\./.test(line))).toEqual([]);
  const numberedLists = lines.filter((line) => line.startsWith('1. ')); // The section howToClaim has the only one.
  expect(numberedLists).toHaveLength(1);
  expect(lines).toContainEqual(expect.stringMatching(/^• .*Rehvipood OÜ/));
  // The VAT rate of the order, not the current one.
  expect(lines.filter((line) => /22\s?%/.test(line))).toHaveLength(1);
  const formBlanks = lines.filter((line) => line.endsWith('…'));
  expect(formBlanks.length).toBeGreaterThan(5);
  const textAfterBlank = /… \S/;
  expect(lines.join()).not.toMatch(textAfterBlank);
});

test.each(['decisions/selling/2026-11-24-consumer-law-in-texts', 'for-the-lawyer'])(
  'docs/%s.md names texts that exist',
  (document) => {
    const page = readFileSync(new URL(`../../../docs/${document}.md`, import.meta.url), 'utf8');
    const namespaces = Object.keys(en).join('|');
    const keys = [...page.matchAll(new RegExp(`\`((?:${namespaces})\\.[\\w.]+)\``, 'g'))].map(([, key = '']) => key);
    expect(keys.length).toBeGreaterThan(15);
    const textAt = (key: string) =>
      key.split('.').reduce<unknown>((texts, name) => (texts as Texts | undefined)?.[name], en);
    expect(keys.filter((key) => textAt(key) === undefined)).toEqual([]);
  },
);

// Directive 2011/83/EU, Article 6(1)(i).
test.each([
  ['ee', ', hinnanguliselt 12\u00a0€ rehvi kohta.'],
  ['en', ', about €12 a tyre.'],
  ['ru', ', примерно 12\u00a0€ за шину.'],
] as const)('in %s, states the price of sending a tire back, if the owner has given one', (locale, price) => {
  const linesWith = (courierEuros: number | null) => {
    const terms = { ...shopConfig.terms, courierEuros };
    return termsOf('faqWarranty', locale, { ...sale, shopConfig: { ...shopConfig, terms } }).flatMap(
      ({ lines }) => lines,
    );
  };
  expect(linesWith(12).join()).toContain(price);
  expect(linesWith(null).join()).not.toMatch(/12\u00a0€|€12/);
});

test.each([
  ['ee', /sellel lehel|siin|siia/i, 'Taganen lepingust siin'],
  ['en', /this page|\bhere\b/i, 'Withdraw from contract here'],
  ['ru', /этой странице|сюда|здесь/i, 'Отступить от договора здесь'],
] as const)(
  'in %s, says neither “here” nor “this page”, except in the name of a page',
  (locale, placeWords, pageName) => {
    const lines = [...termsOf('faqBuy', locale, sale), ...termsOf('faqWarranty', locale, sale)].flatMap(
      ({ lines }) => lines,
    );
    expect(lines.map((line) => line.replaceAll(pageName, '')).filter((line) => placeWords.test(line))).toEqual([]);
  },
);
