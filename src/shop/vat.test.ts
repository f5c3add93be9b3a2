import { expect, test } from 'vitest';
import facts from '../../shop.config.ts';
import { vatPercentAt } from './vat.ts';

test.each([
  ['2023-12-31T21:59:59.999Z', 20],
  ['2023-12-31T22:00:00Z', 22],
  // Summer time: midnight in Tallinn is nine in the evening in UTC.
  ['2025-06-30T20:59:59.999Z', 22],
  ['2025-06-30T21:00:00Z', 24],
  ['2026-11-21T12:00:00Z', 24],
])('the law’s rate at %s is %i percent', (instant, percent) => {
  expect(vatPercentAt(facts.vat, new Date(instant))).toBe(percent);
  expect(vatPercentAt(facts.vat.toReversed(), new Date(instant))).toBe(percent);
});

test('before the first rate there is none to guess', () => {
  expect(() => vatPercentAt(facts.vat, new Date('2009-06-30T12:00:00Z'))).toThrow('no rate of VAT on 2009-06-30');
});
