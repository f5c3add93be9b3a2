import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { readCost, readPrice } from './price.ts';

const longestInput = '9999999.99';
const plainTerms = { vat: 'included', markupPercent: 0, vatPercent: 24, decimal: undefined } as const;

test.each([
  ['79,90', {}, '79.90'],
  ['79.9', {}, '79.90'],
  ['80', {}, '80.00'],
  ['61,6129', { vat: 'excluded' }, '76.40'],
  ['100', { vat: 'excluded' }, '124.00'],
  ['100', { markupPercent: 12.5 }, '112.50'],
  ['49.6774', { vat: 'excluded', markupPercent: 15 }, '70.84'],
  // Rounded half up: 0.125 × 1.24 is 0.155.
  ['0.1250', { vat: 'excluded' }, '0.16'],
  // Rounding after each step would give 13.13.
  ['10.09', { vat: 'excluded', markupPercent: 5 }, '13.14'],
  ['0', {}, '0.00'],
] as const)('reads %s with %o as %s euros including VAT', (text, changes, price) => {
  expect(readPrice(text, { ...plainTerms, ...changes })).toEqual({ ok: true, value: price });
});

test.each([
  ['425.13', { vat: 'excluded', perEuro: 4.2513 }, '124.00', '100.0000'], // 100 euros without VAT
  ['425.13', { vat: 'excluded', markupPercent: 15, perEuro: 4.2513 }, '142.60', '100.0000'],
  ['1000', { perEuro: 11.0955 }, '90.13', '72.6828'], // 90.1266 euros, of which 72.6828 are without VAT
  ['107,5012', { vat: 'excluded', perEuro: 1.1577 }, '115.14', '92.8576'], // 92.8576 euros without VAT
  ['0.01', { perEuro: 400 }, '0.00', ''], // less than a cent and than the smallest cost
] as const)(
  'reads %s in another currency with %o as %s euros including VAT, and a cost of %j',
  (text, changes, price, cost) => {
    const terms = { ...plainTerms, ...changes };
    expect(readPrice(text, terms)).toEqual({ ok: true, value: price });
    expect(readCost(text, terms)).toBe(cost);
  },
);

test.each([
  ['1.200,00', {}, { reason: 'not-number', name: 'price' }],
  ['1,200', { decimal: ',' }, { reason: 'ambiguous-decimals' }],
  ['1,200', { vat: 'excluded' }, { reason: 'ambiguous-decimals' }],
  ['79,90', { decimal: '.' }, { reason: 'wrong-decimal-sign', sign: 'point' }],
  ['79.90', { decimal: ',' }, { reason: 'wrong-decimal-sign', sign: 'comma' }],
  ['79.9012', {}, { reason: 'too-many-decimals', max: 2 }],
  ['7.99e1', {}, { reason: 'not-number', name: 'price' }],
  ['-5', {}, { reason: 'not-number', name: 'price' }],
  ['1 079,90', {}, { reason: 'not-number', name: 'price' }],
  ['', {}, { reason: 'not-number', name: 'price' }],
  ['€79', {}, { reason: 'not-number', name: 'price' }],
] as const)('refuses %s with %o: %o', (text, changes, fault) => {
  expect(readPrice(text, { ...plainTerms, ...changes })).toEqual({ ok: false, fault });
});

test('reads any text as a price with two decimals, or refuses it', () => {
  const almostPrice = fc.string({ unit: fc.constantFrom('1', '0', '9', ',', '.', ' ', '-', 'e', '€'), maxLength: 12 });
  const changes = fc.record({
    vat: fc.constantFrom('included', 'excluded'),
    markupPercent: fc.constantFrom(0, 12.5, 300),
    decimal: fc.constantFrom('.', ',', undefined),
  });
  fc.assert(
    fc.property(fc.oneof(almostPrice, anyText), changes, (text, changes) => {
      const price = readPrice(text, { ...plainTerms, ...changes });
      if (!price.ok) return;
      expect(price.value).toMatch(/^\d+\.\d{2}$/);
      // A price with a markup can be longer than the input may be.
      if (price.value.length <= longestInput.length) expect(readPrice(price.value, plainTerms)).toEqual(price);
    }),
    { seed: 7, numRuns: 1000 },
  );
});

test.each([
  ['79,90', {}, '64.4355'],
  ['61,6129', { vat: 'excluded' }, '61.6129'],
  ['100', { vat: 'excluded', markupPercent: 15 }, '100.0000'],
  ['124', { markupPercent: 12.5 }, '100.0000'],
  ['1', { vat: 'excluded' }, '1.0000'],
  ['0', {}, ''],
  ['10001', { vat: 'excluded' }, ''], // above the highest cost
  ['1,200', { vat: 'excluded' }, ''], // ambiguous
  ['x', {}, ''],
] as const)('reads %s with %o as a cost of %j euros without VAT', (text, changes, cost) => {
  expect(readCost(text, { ...plainTerms, ...changes })).toBe(cost);
});
