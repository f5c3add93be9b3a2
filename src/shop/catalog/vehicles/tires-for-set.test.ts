import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { listFromUrl } from '../list/filter.ts';
import type { Product } from '../tire/tire.ts';
import type { FitmentSet, FittedAxle } from './fitments.ts';
import { fitsAxle, listSearch, minSpeedIn, pairsFor, tiresInSizes } from './tires-for-set.ts';

const size = (treadWidth: number, profile: number, diameter: number) => ({
  treadWidth,
  profile,
  diameter,
  text: `${treadWidth}/${profile} R${diameter}`,
});
const axle = (changes: Partial<FittedAxle> = {}): FittedAxle => ({
  size: size(205, 55, 16),
  minLoad: 91,
  minSpeed: 'V',
  xl: false,
  commercial: false,
  ...changes,
});

describe('the tires that fit an axle', () => {
  test.each<[string, boolean, Partial<Product>, Partial<FittedAxle>]>([
    ['the required load', true, { loadIndex: '91' }, {}],
    ['a higher load', true, { loadIndex: '94' }, {}],
    ['a lower load', false, { loadIndex: '88' }, {}],
    ['any load where it is not known', true, { loadIndex: '88' }, { minLoad: null }],
    ['a lower speed', false, { speedIndex: 'H' }, {}],
    ['a higher speed', true, { speedIndex: 'W' }, {}],
    ['any speed where it is not known', true, { speedIndex: 'H' }, { minSpeed: null }],
    ['no XL where it is needed', false, {}, { xl: true }],
    ['XL where it is needed', true, { marks: ['XL'] }, { xl: true }],
    ['no C where it is needed', false, {}, { commercial: true }],
    ['another size', false, { size: size(215, 55, 16) }, {}],
    ['another season', false, { season: 'all_season' }, {}],
  ])('with %s are included: %s', (_, expected, tire, changes) => {
    expect(fitsAxle(aTire(tire), axle(changes), 'summer')).toBe(expected);
  });

  test.each([
    ['summer', 'V', 'V'],
    ['all_season', 'V', 'V'],
    ['winter_friction', 'V', 'Q'],
    ['winter_studded', 'W', 'Q'],
    ['winter_friction', 'N', 'N'],
    ['winter_friction', null, null],
  ] as const)('in the season %s for a car that needs %s allow at least %s', (season, minSpeed, expected) => {
    expect(minSpeedIn(season, axle({ minSpeed }))).toBe(expected);
  });
});

test('the list of an axle has its size, season, load, speed and XL', () => {
  const search = new URLSearchParams(listSearch(axle({ size: size(225, 45, 17), xl: true }), 'summer'));
  const list = listFromUrl(search, 'all_season', { manufacturers: [], branches: [] });
  expect(list.filter).toMatchObject({ treadWidth: 225, profile: 45, diameter: 17, season: 'summer' });
  expect(list.more).toMatchObject({ load: 91, speed: 'V', xl: true });
});

describe('pairs for a car with different sizes', () => {
  const bmw: FitmentSet = {
    front: axle({ size: size(225, 45, 18), minSpeed: 'Y' }),
    rear: axle({ size: size(255, 40, 18), minLoad: 95, minSpeed: 'Y' }),
    oem: true,
    winter: false,
    note: '',
    source: 'owner',
  };
  const tire = (id: string, changes: Partial<Product>) => aTire({ id, speedIndex: 'Y', ...changes });
  const front = tire('front', { size: size(225, 45, 18), price: 120 });
  const rear = tire('rear', { size: size(255, 40, 18), loadIndex: '99', price: 150 });
  const idsOf = (tires: readonly Product[]) =>
    pairsFor(tires, bmw, 'summer').map((pair) => [pair.front.id, pair.rear.id]);

  test('are of one model, the cheapest set first', () => {
    const cheap = { manufacturer: { id: 'sava', label: 'Sava' }, model: 'Intensa' };
    const [cheapFront, cheapRear] = [
      { ...front, ...cheap, id: 'cheap-front', price: 60 },
      { ...rear, ...cheap, id: 'cheap-rear', price: 70 },
    ];
    expect(idsOf([front, rear, cheapFront, cheapRear])).toEqual([
      ['cheap-front', 'cheap-rear'],
      ['front', 'rear'],
    ]);
    expect(idsOf([front, cheapRear])).toEqual([]);
    expect(idsOf([front, { ...rear, marks: ['RF'] }])).toEqual([]);
  });

  test('have two pieces of each, and at least the load of each axle', () => {
    expect(idsOf([front, { ...rear, available: 1 }])).toEqual([]);
    expect(idsOf([front, { ...rear, loadIndex: '94' }])).toEqual([]);
    expect(idsOf([{ ...front, loadIndex: '88' }, rear])).toEqual([]);
  });

  test('are none for a car with the same tires on both axles', () => {
    expect(pairsFor([front, rear], { ...bmw, rear: null }, 'summer')).toEqual([]);
  });
});

test('the tires in the sizes of a car include those with too low a load index', () => {
  const lowLoad = aTire({ id: 'low-load', loadIndex: '80' });
  const otherSize = aTire({ id: 'other-size', size: size(195, 65, 15) });
  const rear = aTire({ id: 'rear', size: size(255, 40, 18) });
  const set: FitmentSet = {
    front: axle(),
    rear: axle({ size: rear.size }),
    oem: true,
    winter: false,
    note: '',
    source: 'owner',
  };
  expect(tiresInSizes([lowLoad, otherSize, rear], [set])).toEqual([lowLoad, rear]);
  expect(tiresInSizes([lowLoad], [])).toEqual([]);
});
