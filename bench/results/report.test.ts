import { expect, test } from 'vitest';
import { changes } from './report.ts';

const figure = { id: 'a/b', what: 'b', measured: 12, unit: 'ms' };

test('compares figures with the same id, in % of the earlier value', () => {
  const earlier = [
    { ...figure, id: 'a/c', measured: 1 },
    { ...figure, what: 'its earlier name', measured: 16 },
  ];
  expect(changes([figure], earlier)).toEqual([{ what: 'b', was: 16, is: 12, unit: 'ms', percent: -25 }]);
});

test('leaves out figures that the earlier run lacks or measured in another unit', () => {
  expect(changes([figure], [])).toEqual([]);
  expect(changes([figure], [{ ...figure, unit: 's' }])).toEqual([]);
});

test('has no percentage if the earlier value is 0', () => {
  expect(changes([figure], [{ ...figure, measured: 0 }])).toMatchObject([{ was: 0, is: 12, percent: null }]);
});
