import { expect, test } from 'vitest';
import { countedSizes } from './counted-sizes.ts';

test('adds up the tires of each size, in the order of the lines', () => {
  const lines = [
    { size: '225/45 R17 94W', count: 2 },
    { size: '205/55 R16 91V', count: 1 },
    { size: '225/45 R17 94W', count: 2 },
  ];
  expect(countedSizes(lines)).toEqual(['4 × 225/45 R17 94W', '1 × 205/55 R16 91V']);
});
