import { expect, test } from 'vitest';
import { changes } from './compare.ts';

const figure = { id: 'a/b', what: 'b', measured: 12, unit: 'ms' };

test('a figure is compared with the one of its id, in % of what it was', () => {
  const former = [
    { ...figure, id: 'a/c', measured: 1 },
    { ...figure, what: 'as it was called', measured: 16 },
  ];
  expect(changes([figure], former)).toEqual([{ what: 'b', was: 16, is: 12, unit: 'ms', percent: -25 }]);
});

test('what was not measured then, or in another unit, is not compared', () => {
  expect(changes([figure], [])).toEqual([]);
  expect(changes([figure], [{ ...figure, unit: 's' }])).toEqual([]);
});

test('from nothing there is no percentage', () => {
  expect(changes([figure], [{ ...figure, measured: 0 }])).toMatchObject([{ was: 0, is: 12, percent: null }]);
});
