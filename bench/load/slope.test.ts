import { expect, test } from 'vitest';
import { slope } from './slope.ts';

test('of a line is its own, wherever it begins', () => {
  expect(slope([1, 2, 5].map((x) => ({ x, y: 100 + 3 * x })))).toBeCloseTo(3);
  expect(slope([1, 2, 5].map((x) => ({ x, y: 7 })))).toBe(0);
});

test('goes between the points', () => {
  // By hand: means 1 and 2, covariance 2, variance 2.
  expect(
    slope([
      { x: 0, y: 1 },
      { x: 1, y: 2 },
      { x: 2, y: 3 },
    ]),
  ).toBeCloseTo(1);
  expect(
    slope([
      { x: 0, y: 0 },
      { x: 1, y: 6 },
      { x: 2, y: 0 },
    ]),
  ).toBeCloseTo(0);
});
