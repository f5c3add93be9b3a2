import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { anyText } from '../../test/support/any-text.ts';
import {
  amountText,
  centsFromText,
  formatMoney,
  percentBelow,
  roundedCash,
  toCents,
  toEuros,
  totalOf,
  vatIn,
  vatPercentAt,
} from './money.ts';

/** Any amount that a price column of the database can contain. */
const anyCents = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const anyPrice = fc.integer({ min: 1, max: 10_000_00 });
const noBreakSpace = '\u00a0';

test('converts cents to euros and back', () => {
  fc.assert(fc.property(anyCents, (amount) => toCents(toEuros(amount)) === amount));
});

test.each([
  [80_00, 100_00, 20],
  [80_90, 100_00, 19],
  [86_32, 107_90, 20],
  [86_33, 107_90, 19],
  [99_01, 100_00, 0],
  [100_00, 100_00, 0],
  [1, 100_00, 99],
])('%d cents are below %d cents by %d percent', (price, earlierPrice, percent) => {
  expect(percentBelow(price, earlierPrice)).toBe(percent);
});

test('percentBelow never overstates a reduction, and understates it by less than one percent', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, (a, b) => {
      const [price, earlierPrice] = [Math.min(a, b), Math.max(a, b)];
      const percent = percentBelow(price, earlierPrice);
      expect(price * 100).toBeLessThanOrEqual(earlierPrice * (100 - percent));
      expect(price * 100).toBeGreaterThan(earlierPrice * (99 - percent));
    }),
  );
});

test('an amount in euros keeps its cents when serialized as JSON', () => {
  fc.assert(fc.property(anyCents, (amount) => toCents(JSON.parse(JSON.stringify(toEuros(amount)))) === amount));
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

test.each([79.999, 0.001, 79.9001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  '%d euros are not a whole number of cents',
  (euros) => expect(() => toCents(euros)).toThrow(RangeError),
);

test('a total is the sum of its lines to the cent, in any order', () => {
  const line = fc.record({ priceCents: anyPrice, count: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const prices = lines.flatMap(({ priceCents, count }) => Array<number>(count).fill(priceCents));
      expect(totalOf(lines)).toBe(prices.reduce((sum, price) => sum + price, 0));
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
    [0, 24, 0],
    [45, 20, 8], // 7.5 is rounded up
    [7_990, 0, 0],
  ])('is computed from %d cents at %d per cent as %d', (gross, percent, vat) =>
    expect(vatIn(gross, percent)).toBe(vat),
  );

  test('is the rate times the net amount, within a cent', () => {
    fc.assert(
      fc.property(anyPrice, fc.integer({ min: 0, max: 27 }), (gross, percent) => {
        const vat = vatIn(gross, percent);
        expect(Number.isInteger(vat)).toBe(true);
        expect(Math.abs(((gross - vat) * percent) / 100 - vat)).toBeLessThan(1);
      }),
    );
  });
});

describe('a formatted amount', () => {
  test.each([
    [7_990, 'ee', `79,90${noBreakSpace}€`],
    [7_990, 'ru', `79,90${noBreakSpace}€`],
    [7_990, 'en', '€79.90'],
    [5, 'ee', `0,05${noBreakSpace}€`],
    [5, 'en', '€0.05'],
    [100_000, 'en', '€1,000.00'],
    [1_234_567, 'ee', `12${noBreakSpace}345,67${noBreakSpace}€`],
    [1_234_567, 'ru', `12${noBreakSpace}345,67${noBreakSpace}€`],
    [0, 'ru', `0,00${noBreakSpace}€`],
    [-550, 'ee', `\u22125,50${noBreakSpace}€`],
    [-550, 'ru', `\u22125,50${noBreakSpace}€`],
    [-550, 'en', '\u2212€5.50'],
  ] as const)('%d cents in %s are %s', (amount, locale, text) => expect(formatMoney(amount, locale)).toBe(text));

  test('always has two decimals and every digit of the amount', () => {
    fc.assert(
      fc.property(anyPrice, fc.constantFrom('ee', 'ru', 'en'), (amount, locale) => {
        const text = formatMoney(amount, locale);
        expect(text).toMatch(/\d[.,]\d\d(?:\u00a0€)?$/);
        expect(Number(text.replace(/\D/g, ''))).toBe(amount);
      }),
    );
  });
});

test('centsFromText reads back what amountText writes, with a comma or a point', () => {
  const positiveCents = fc.integer({ min: 0, max: 999_999_999 });
  fc.assert(fc.property(positiveCents, (amount) => centsFromText(amountText(amount, ',')) === amount));
  fc.assert(fc.property(positiveCents, (amount) => centsFromText(amountText(amount, '.')) === amount));
});

test.each([
  ['12,50', 1250],
  ['12.50', 1250],
  ['12,5', 1250],
  [' 12 ', 1200],
  ['0,29', 29],
  ['1.15', 115],
])('the typed amount %s is %d cents', (text, cents) => expect(centsFromText(text)).toBe(cents));

test.each(['', '12,505', '1.200,00', '-5', '+5', '12,', ',5', '1e3', '12 €', 'NaN'])(
  'the typed text %s is not an amount',
  (text) => expect(centsFromText(text)).toBeNull(),
);

test('a typed amount has at most seven digits of euros', () => {
  expect(centsFromText('9999999,99')).toBe(999_999_999);
  expect(centsFromText('10000000')).toBeNull();
});

test.each([
  [0, '0,00'],
  [5, '0,05'],
  [-1250, '-12,50'],
])('%d cents are written %s', (cents, text) => expect(amountText(cents, ',')).toBe(text));

test('centsFromText reads any text as null or as an amount that is written and read back unchanged', () => {
  const almostAmount = fc.string({ unit: fc.constantFrom('1', '0', '9', ',', '.', ' ', '-', 'e', '\u00a0', '٣') });
  fc.assert(
    fc.property(fc.oneof(almostAmount, anyText), (text) => {
      const amount = centsFromText(text);
      if (amount !== null) expect(centsFromText(amountText(amount, ','))).toBe(amount);
    }),
    { seed: 7, numRuns: 1000 },
  );
});

test.each([
  ['2023-12-31T21:59:59.999Z', 20],
  ['2023-12-31T22:00:00Z', 22],
  ['2025-06-30T20:59:59.999Z', 22], // in summer, midnight in Tallinn is 21:00 UTC
  ['2025-06-30T21:00:00Z', 24],
  ['2026-11-21T12:00:00Z', 24],
])('the VAT rate at %s is %i percent', (instant, percent) => {
  expect(vatPercentAt(shopConfig.vat, new Date(instant))).toBe(percent);
  expect(vatPercentAt(shopConfig.vat.toReversed(), new Date(instant))).toBe(percent);
});

test('vatPercentAt throws before the first rate', () => {
  expect(() => vatPercentAt(shopConfig.vat, new Date('2009-06-30T12:00:00Z'))).toThrow('no rate of VAT on 2009-06-30');
});

test.each([
  [31960, 31960],
  [31961, 31960],
  [31962, 31960],
  [31963, 31965],
  [31964, 31965],
  [31966, 31965],
  [31967, 31965],
  [31968, 31970],
  [31969, 31970],
  [2, 0],
])('%s cents are paid in cash with %s', (cents, cash) => {
  expect(roundedCash(cents)).toBe(cash);
});
