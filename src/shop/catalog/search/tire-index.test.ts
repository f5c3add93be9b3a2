import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { catalogueOf } from '../catalogue.server.ts';
import { byName } from './tire-index.ts';

const names = ['Pirelli', 'BFGoodrich', 'goodyear', 'Barum'];
const sortedNames = ['Barum', 'BFGoodrich', 'goodyear', 'Pirelli'];

test('sorts manufacturers alphabetically, regardless of case', () => {
  expect([...names].sort(byName)).toEqual(sortedNames);
});

test('the catalogue lists its manufacturers alphabetically, regardless of case', () => {
  const { manufacturers } = catalogueOf(names.map((label) => aTire({ id: label, manufacturer: { id: label, label } })));
  expect(manufacturers.map(({ label }) => label)).toEqual(sortedNames);
});
