import { expect, test } from 'vitest';
import { decades, decadesAround, logScale, ticksWithin } from './log-scale.ts';

test('each tenfold is as long as the other', () => {
  const scale = logScale([1, 1000], [300, 0]);
  expect([1, 10, 100, 1000].map((value) => Math.round(scale(value)))).toEqual([300, 200, 100, 0]);
});

test.each([
  [
    [0.3, 40],
    [0.1, 100],
  ],
  [
    [1, 200],
    [1, 1000],
  ],
  [
    [10, 1000],
    [10, 1000],
  ],
  [[5], [1, 10]],
  [[10], [10, 100]],
])('around %o lie the powers of ten %o', (values, range) => {
  expect(decadesAround(values)).toEqual(range);
});

test('the powers of ten of a range are those of its ends and between', () => {
  expect(decades([0.1, 100])).toEqual([0.1, 1, 10, 100]);
});

test('an axis is marked at the powers of ten within it, and at its end', () => {
  expect(ticksWithin([1, 200])).toEqual([1, 10, 100, 200]);
  expect(ticksWithin([1000, 100_000])).toEqual([1000, 10_000, 100_000]);
  expect(ticksWithin([3, 40])).toEqual([10, 40]);
});
