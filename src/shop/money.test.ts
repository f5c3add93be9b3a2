import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { anyText } from '../../test/support/any-text.ts';
import { amountText, centsFromText, formatMoney, toCents, toEuros, totalOf, vatIn, vatPercentAt } from './money.ts';

/** Whatever fits a price column of the database. */
const cents = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const price = fc.integer({ min: 1, max: 10_000_00 });
const noBreak = '\u00a0';

test('converts cents to euros and back', () => {
  fc.assert(fc.property(cents, (amount) => toCents(toEuros(amount)) === amount));
});

test('reads the same cents from an amount serialized as JSON', () => {
  fc.assert(fc.property(cents, (amount) => toCents(JSON.parse(JSON.stringify(toEuros(amount)))) === amount));
});

test.each([
  [79.9, 7990],
  [0.29, 29],
  [1.15, 115],
  [4.35, 435],
  [0, 0],
  [-12.5, -1250],
])('%d euros are %d cents', (euros, amount) => {
  expect(toCents(euros)).toBe(amount);
  expect(toEuros(amount)).toBe(euros);
});

test.each([79.999, 0.001, 79.9001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('%d is no amount in cents', (euros) =>
  expect(() => toCents(euros)).toThrow(RangeError),
);

test('a total is the sum of its lines to the cent, in any order', () => {
  const line = fc.record({ priceCents: price, count: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const total = lines.flatMap(({ priceCents, count }) => Array<number>(count).fill(priceCents));
      expect(totalOf(lines)).toBe(total.reduce((sum, amount) => sum + amount, 0));
      expect(totalOf(lines.toReversed())).toBe(totalOf(lines));
    }),
  );
});

describe('the VAT in a gross amount', () => {
  test.each([
    [12_400, 24, 2_400],
    [31_960, 24, 6_186],
    [7_990, 24, 1_546],
    [31, 24, 6],
    // 7.5 cents: half up.
    [0, 24, 0],
    [45, 20, 8],
    [7_990, 0, 0],
  ])('of %d cents at %d per cent is %d', (gross, percent, vat) => expect(vatIn(gross, percent)).toBe(vat));

  test('gives, with the net amount it leaves, the gross amount within a cent', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 27 }), (gross, percent) => {
        const vat = vatIn(gross, percent);
        expect(Number.isInteger(vat)).toBe(true);
        expect(Math.abs(((gross - vat) * percent) / 100 - vat)).toBeLessThan(1);
      }),
    );
  });
});

describe('an amount in words', () => {
  test.each([
    [7_990, 'ee', `79,90${noBreak}€`],
    [7_990, 'ru', `79,90${noBreak}€`],
    [7_990, 'en', '€79.90'],
    [5, 'ee', `0,05${noBreak}€`],
    [5, 'en', '€0.05'],
    [100_000, 'en', '€1,000.00'],
    [1_234_567, 'ee', `12${noBreak}345,67${noBreak}€`],
    [1_234_567, 'ru', `12${noBreak}345,67${noBreak}€`],
    [0, 'ru', `0,00${noBreak}€`],
  ] as const)('%d cents in %s are %s', (amount, locale, text) => expect(formatMoney(amount, locale)).toBe(text));

  test('always has two decimals and every digit of the amount', () => {
    fc.assert(
      fc.property(price, fc.constantFrom('ee', 'ru', 'en'), (amount, locale) => {
        const text = formatMoney(amount, locale);
        expect(text).toMatch(/\d[.,]\d\d(?:\u00a0€)?$/);
        expect(Number(text.replace(/\D/g, ''))).toBe(amount);
      }),
    );
  });
});

test('reads the same cents from an amount written for a spreadsheet, with a comma or a dot', () => {
  const whole = fc.integer({ min: 0, max: 999_999_999 });
  fc.assert(fc.property(whole, (amount) => centsFromText(amountText(amount, ',')) === amount));
  fc.assert(fc.property(whole, (amount) => centsFromText(amountText(amount, '.')) === amount));
});

test.each([
  ['12,50', 1250],
  ['12.50', 1250],
  ['12,5', 1250],
  [' 12 ', 1200],
  ['0,29', 29],
  ['1.15', 115],
])('an amount that was typed as %s is %d cents', (text, cents) => expect(centsFromText(text)).toBe(cents));

test.each(['', '12,505', '1.200,00', '-5', '+5', '12,', ',5', '1e3', '12 €', 'NaN', '99999999'])(
  'typed as %s it is no amount',
  (text) => expect(centsFromText(text)).toBeNull(),
);

test.each([
  [0, '0,00'],
  [5, '0,05'],
  [-1250, '-12,50'],
])('%d cents are written %s', (cents, text) => expect(amountText(cents, ',')).toBe(text));

test('reads any typed text as an amount that is written and read back unchanged, or as none', () => {
  const near = fc.string({ unit: fc.constantFrom('1', '0', '9', ',', '.', ' ', '-', 'e', '\u00a0', '٣') });
  fc.assert(
    fc.property(fc.oneof(near, anyText), (text) => {
      const amount = centsFromText(text);
      if (amount !== null) expect(centsFromText(amountText(amount, ','))).toBe(amount);
    }),
    { seed: 7, numRuns: 1000 },
  );
});

test.each([
  ['2023-12-31T21:59:59.999Z', 20],
  ['2023-12-31T22:00:00Z', 22],
  // Summer time: midnight in Tallinn is nine in the evening in UTC.
  ['2025-06-30T20:59:59.999Z', 22],
  ['2025-06-30T21:00:00Z', 24],
  ['2026-11-21T12:00:00Z', 24],
])('the law’s rate at %s is %i percent', (instant, percent) => {
  expect(vatPercentAt(shopConfig.vat, new Date(instant))).toBe(percent);
  expect(vatPercentAt(shopConfig.vat.toReversed(), new Date(instant))).toBe(percent);
});

test('throws before the first rate', () => {
  expect(() => vatPercentAt(shopConfig.vat, new Date('2009-06-30T12:00:00Z'))).toThrow('no rate of VAT on 2009-06-30');
});
