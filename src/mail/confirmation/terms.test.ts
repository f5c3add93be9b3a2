import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import en from '../../messages/en.json';
import { localeIds } from '../../shop/locale.ts';
import { termsOf } from './terms.ts';

const sale = { shopConfig, vatPercent: 22 };

/** Help at the screen, which is no term of an order. */
const help = {
  faqBuy: ['howToOrder', 'noAccount', 'limits'],
  faqWarranty: ['inShort'],
} as const;

test.each(['faqBuy', 'faqWarranty'] as const)(
  'every section of %s is a term of the order, or known to be none',
  (page) => {
    const { sections } = en[page];
    const left = Object.entries(sections).filter(([key]) => !help[page].some((one) => one === key));
    expect(
      termsOf(page, 'en', sale)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(left.map(([, { title }]) => title).sort());
  },
);

test.each(localeIds)('in %s the terms are plain lines, with the owner’s facts in them', (locale) => {
  const lines = [...termsOf('faqBuy', locale, sale), ...termsOf('faqWarranty', locale, sale)].flatMap(
    (one) => one.lines,
  );
  expect(lines.filter((line) => line.trim() === '' || /[<>{}]|undefined|sections\./.test(line))).toEqual([]);
  expect(lines.filter((line) => /^1\. /.test(line))).toHaveLength(1);
  expect(lines).toContainEqual(expect.stringMatching(/^• .*Rehvipood OÜ/));
  // The rate of the order, whatever it is today.
  expect(lines.filter((line) => /22\s?%/.test(line))).toHaveLength(1);
  // Each blank of the model form of withdrawal ends a line.
  expect(lines.filter((line) => line.endsWith('…')).length).toBeGreaterThan(5);
  expect(lines.join()).not.toMatch(/… \S/);
});
