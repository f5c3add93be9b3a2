import { expect, test } from 'vitest';
import { median, percentile, spread } from './percentile.ts';

test.each([
  [0, 1],
  [0.5, 5],
  [0.95, 10],
  [0.9, 9],
  [1, 10],
])('of one to ten, a share of %d is at most %d', (share, value) => {
  expect(percentile([10, 1, 9, 2, 8, 3, 7, 4, 6, 5], share)).toBe(value);
});

test('of nothing there is no percentile', () => {
  expect(percentile([], 0.5)).toBeNaN();
});

test('timings are told to the thousandth, and left in their order', () => {
  const values = [2.3456, 1.0004, 9.9996];
  expect(spread(values)).toEqual({ median: 2.346, p95: 10, p99: 10, max: 10 });
  expect(median(values)).toBe(2.3456);
  expect(values).toEqual([2.3456, 1.0004, 9.9996]);
});
