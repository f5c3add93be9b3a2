import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { catalogueOf } from '../catalogue.server.ts';
import { searchTires } from '../search/search-tires.ts';
import { nearestSizes } from './nearest-sizes.ts';
import { productQuery } from './product-query.ts';

const sizeOf = (text: string) => {
  const [treadWidth = 0, profile = 0, diameter = 0] = text.split(/\/| R/).map(Number);
  return { treadWidth, profile, diameter };
};
const textOf = ({ treadWidth, profile, diameter }: ReturnType<typeof sizeOf>) =>
  `${treadWidth}/${profile} R${diameter}`;
const nearest = (wanted: Parameters<typeof nearestSizes>[0], sizes: string[]) =>
  nearestSizes(
    wanted,
    sizes.map((text) => ({ ...sizeOf(text), count: 1 })),
  ).map(textOf);

test('the rim diameter counts first, then the width, then the profile', () => {
  expect(nearest(sizeOf('205/55 R16'), ['205/55 R17', '225/55 R16', '215/30 R16', '205/70 R16', '205/60 R16'])).toEqual(
    ['205/60 R16', '205/70 R16', '215/30 R16', '225/55 R16'],
  );
  expect(nearest(sizeOf('205/55 R16'), ['205/55 R18', '315/80 R17'])).toEqual(['315/80 R17', '205/55 R18']);
});

test('of two equally near sizes the smaller one comes first', () => {
  expect(nearest(sizeOf('205/55 R16'), ['215/55 R16', '205/60 R16', '195/55 R16', '205/50 R16'])).toEqual([
    '205/50 R16',
    '205/60 R16',
    '195/55 R16',
    '215/55 R16',
  ]);
});

test('a measure that may have any value is ignored; without a chosen measure there is no nearest size', () => {
  expect(nearest({ profile: 55 }, ['205/60 R16', '315/50 R22.5', '195/55 R15'])).toEqual([
    '195/55 R15',
    '205/60 R16',
    '315/50 R22.5',
  ]);
  expect(nearest({}, ['205/60 R16'])).toEqual([]);
});

test('an empty list has the nearest sizes under its other filters, with the number of their tires', () => {
  const tire = (id: string, size: string, changes = {}) =>
    aTire({ id, size: { ...sizeOf(size), text: size }, ...changes });
  const catalogue = catalogueOf([
    tire('a', '205/60 R16'),
    tire('b', '205/60 R16', { price: 140 }),
    tire('c', '195/55 R16', { season: 'truck' }),
    tire('d', '215/55 R16', { available: 0 }),
    tire('e', '205/55 R17'),
    tire('f', '235/35 R19', { marks: ['RF'] }),
  ]);
  const search = (query: object) =>
    searchTires(catalogue, productQuery.parse({ ...sizeOf('205/55 R16'), season: 'summer', ...query })).nearestSizes;
  expect(search({})).toEqual([
    { ...sizeOf('205/60 R16'), count: 2 },
    { ...sizeOf('205/55 R17'), count: 1 },
    { ...sizeOf('235/35 R19'), count: 1 },
  ]);
  expect(search({ priceFrom: 100 })).toEqual([{ ...sizeOf('205/60 R16'), count: 1 }]);
  expect(search({ season: 'runflat' })).toEqual([{ ...sizeOf('235/35 R19'), count: 1 }]);
  expect(search({ season: 'racing' })).toEqual([]);
  expect(search({ profile: 60 })).toBeUndefined(); // 205/60 R16 has tires, so this list is not empty
});
