import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newOrderNumber, orderNumberPattern, referenceOf } from './order-number.ts';

test('order numbers name the year and are not in sequence', () => {
  const numbers = Array.from({ length: 2000 }, () => newOrderNumber('2026-11-21'));
  for (const number of numbers) expect(number).toMatch(/^R26-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(numbers).size).toBeGreaterThan(1990);
  expect(new Set(numbers.map((number) => number.slice(4))).size).toBeGreaterThan(1990);
  expect(new Set(numbers.flatMap((number) => [...number.slice(4)])).size).toBe(32);
});

test('the pattern accepts what is made and nothing that reads alike', () => {
  expect(newOrderNumber('2031-01-01')).toMatch(orderNumberPattern);
  for (const wrong of ['R26-4F7KI', 'R26-4F7KL', 'R26-4F7KO', 'R26-4F7KU', 'r26-4f7k2', 'R26-4F7K', 'R26-4F7K22']) {
    expect(wrong).not.toMatch(orderNumberPattern);
  }
});

test('a number has one reference number, two numbers have two', () => {
  // 1·7 + 6·1 + 2·7 = 27, so the check digit is 3.
  expect(referenceOf('R26-00001')).toBe('26000000013');
  const code = fc.stringMatching(/^R\d\d-[0-9A-HJKMNP-TV-Z]{5}$/);
  fc.assert(
    fc.property(code, code, (a, b) => {
      expect(referenceOf(a)).toMatch(/^\d{11}$/);
      expect(referenceOf(a) === referenceOf(b)).toBe(a === b);
    }),
  );
});
