import { expect, test } from 'vitest';
import { meetsTarget, percentOfFloor, targetText } from './figure.ts';

test.each([
  [70, { atLeast: 70 }, true],
  [69.9, { atLeast: 70 }, false],
  [3, { atMost: 3 }, true],
  [3.01, { atMost: 3 }, false],
  [Number.NaN, { atMost: 3 }, false],
  [Number.NaN, { atLeast: 3 }, false],
  [3, undefined, null],
])('%d with the target %o meets it: %o', (measured, target, met) => {
  expect(meetsTarget({ measured, target })).toBe(met);
});

test('returns the rate of the shop in % of the mean of the two rates of the floor server', () => {
  expect(percentOfFloor({ before: 1100, shop: 700, after: 900 })).toBe(70);
});

test('writes a target with its unit', () => {
  expect(targetText({ target: { atMost: 3 }, unit: 'ms' })).toBe('≤ 3 ms');
  expect(targetText({ target: { atLeast: 70 }, unit: '%' })).toBe('≥ 70 %');
  expect(targetText({ unit: '%' })).toBe('–');
});
