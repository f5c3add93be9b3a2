import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { catalogueOf } from '../catalogue.server.ts';
import { commonSizes, sizesOnSale } from './sizes-on-sale.ts';

const carSize = { treadWidth: 205, profile: 55, diameter: 16 };
const truckSize = { treadWidth: 315, profile: 80, diameter: 22.5 };
const withText = (size: typeof carSize) => ({ ...size, text: 'any text' });

test('lists each size, the one with the most tires first, with the season filters that match its available tires', () => {
  const catalogue = catalogueOf([
    aTire({ id: 'a', size: withText(truckSize), season: 'truck' }),
    aTire({ id: 'b', size: withText(carSize), season: 'winter_friction', marks: ['RF'] }),
    aTire({ id: 'c', size: withText(carSize), season: 'summer' }),
    aTire({ id: 'd', size: withText(carSize), season: 'all_season', available: 0 }),
    aTire({ id: 'e', size: withText({ ...carSize, diameter: 17 }), available: 0 }),
  ]);
  expect([...sizesOnSale(catalogue)]).toEqual([
    { size: carSize, seasons: ['summer', 'winter_friction', 'runflat'] },
    { size: truckSize, seasons: ['truck'] },
  ]);
  expect(commonSizes(catalogue, 1)).toEqual([carSize]);
  expect(commonSizes(catalogue, 9)).toEqual([carSize, truckSize]);
});
