import { expect, test } from 'vitest';
import { byName } from './by-name.ts';

test('makers stand in the order of the alphabet, whatever their capitals', () => {
  expect(['Pirelli', 'BFGoodrich', 'goodyear', 'Barum'].sort(byName)).toEqual([
    'Barum',
    'BFGoodrich',
    'goodyear',
    'Pirelli',
  ]);
});
