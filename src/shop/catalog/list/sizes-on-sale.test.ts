import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { catalogueOf } from '../catalogue.server.ts';
import { commonSizes, sizesOnSale } from './sizes-on-sale.ts';

const usual = { treadWidth: 205, profile: 55, diameter: 16 };
const truck = { treadWidth: 315, profile: 80, diameter: 22.5 };
const sized = (size: typeof usual) => ({ ...size, text: 'as it is written' });

test('lists each size with every season that has an available tire of it, most tires first', () => {
  const catalogue = catalogueOf([
    aTire({ id: 'a', size: sized(truck), season: 'truck' }),
    aTire({ id: 'b', season: 'winter_friction', marks: ['RF'] }),
    aTire({ id: 'c' }),
    aTire({ id: 'd', season: 'all_season', available: 0 }),
    aTire({ id: 'e', size: sized({ ...usual, diameter: 17 }), available: 0 }),
  ]);
  expect([...sizesOnSale(catalogue)]).toEqual([
    { size: usual, seasons: ['summer', 'winter_friction', 'runflat'] },
    { size: truck, seasons: ['truck'] },
  ]);
  expect(commonSizes(catalogue, 1)).toEqual([usual]);
  expect(commonSizes(catalogue, 9)).toEqual([usual, truck]);
});
