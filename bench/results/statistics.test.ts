import { expect, test } from 'vitest';
import { median, percentile, slope, spread } from './statistics.ts';

test.each([
  [0, 1],
  [0.5, 5],
  [0.95, 10],
  [0.9, 9],
  [1, 10],
])('the percentile %d of the numbers from 1 to 10 is %d', (share, value) => {
  expect(percentile([10, 1, 9, 2, 8, 3, 7, 4, 6, 5], share)).toBe(value);
});

test('without values there is no percentile', () => {
  expect(percentile([], 0.5)).toBeNaN();
});

test('rounds a spread to three decimals and does not sort its argument', () => {
  const values = [2.3456, 1.0004, 9.9996];
  expect(spread(values)).toEqual({ median: 2.346, p95: 10, p99: 10, max: 10 });
  expect(median(values)).toBe(2.3456);
  expect(values).toEqual([2.3456, 1.0004, 9.9996]);
});

test('the slope of points on a line is that of the line', () => {
  expect(slope([1, 2, 5].map((x) => ({ x, y: 100 + 3 * x })))).toBeCloseTo(3);
  expect(slope([1, 2, 5].map((x) => ({ x, y: 7 })))).toBe(0);
});

test('the slope of scattered points is that of the least squares', () => {
  const pointsAt = (...ys: number[]) => ys.map((y, x) => ({ x, y }));
  // Covariance 2 − 0 + 1 and variance 2, around the means x = 1 and y = 2.
  expect(slope(pointsAt(1, 1, 4))).toBeCloseTo(1.5);
  expect(slope(pointsAt(0, 6, 0))).toBeCloseTo(0);
});
