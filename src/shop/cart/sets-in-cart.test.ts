import { expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import type { CartItem } from './cart.ts';
import { otherHalf, setsInCart } from './sets-in-cart.ts';

const line = (id: string, count: number, changes: Partial<CartItem> = {}): CartItem => ({
  ...aTire(),
  id,
  count,
  ...changes,
});
const size = (treadWidth: number, profile: number) => ({
  treadWidth,
  profile,
  diameter: 18,
  text: `${treadWidth}/${profile} R18`,
});
const front = line('front', 2, { size: size(225, 45) });
const rear = line('rear', 2, { size: size(255, 40) });
const otherManufacturer = { manufacturer: { id: 'sava', label: 'Sava' } };

const pairsIn = (...items: CartItem[]) => setsInCart(items).map((pair) => [pair.kind, pair.front.id, pair.rear.id]);

test('two sizes of one model in equal counts are a set, in any order of the lines', () => {
  expect(pairsIn(front, rear)).toEqual([['set', 'front', 'rear']]);
  expect(pairsIn(line('other', 4), rear, front)).toEqual([['set', 'front', 'rear']]);
});

test('four tires of one size are no set, nor are sizes of different seasons', () => {
  expect(pairsIn(line('four', 4))).toEqual([]);
  const rearOfOtherSeason = { ...rear, season: 'all_season' as const, count: 4 }; // with two, they would be `mixed`
  expect(pairsIn(front, rearOfOtherSeason)).toEqual([]);
});

test('reports a set whose halves differ in count', () => {
  expect(pairsIn(front, { ...rear, count: 1 })).toEqual([['counts', 'front', 'rear']]);
  expect(pairsIn(front, { ...rear, count: 4 })).toEqual([['counts', 'front', 'rear']]);
});

test('reports unequal counts of sizes whose diameters differ much only if neither has more than two tires', () => {
  const frontOfPorsche = { ...front, size: { ...size(245, 35), diameter: 20 } }; // outer diameter: 680 mm
  const rearOfPorsche = { ...rear, size: { ...size(305, 30), diameter: 21 } }; // 716 mm
  expect(pairsIn(frontOfPorsche, { ...rearOfPorsche, count: 1 })).toEqual([['counts', 'front', 'rear']]);
  expect(pairsIn(frontOfPorsche, { ...rearOfPorsche, count: 4 })).toEqual([]);
});

test('reports a set of which one half is sold out, but not if both are', () => {
  expect(pairsIn(front, { ...rear, available: 0 })).toEqual([['half', 'front', 'rear']]);
  expect(pairsIn({ ...front, available: 0 }, { ...rear, available: 0 })).toEqual([]);
});

test('reports two pairs of different manufacturers, also in one size, but not four of each', () => {
  expect(pairsIn(front, { ...rear, ...otherManufacturer })).toEqual([['mixed', 'front', 'rear']]);
  expect(pairsIn(front, { ...front, id: 'sava', ...otherManufacturer })).toEqual([['mixed', 'front', 'sava']]);
  expect(pairsIn({ ...front, count: 4 }, { ...rear, ...otherManufacturer, count: 4 })).toEqual([]);
});

test('each line is in one pair at most: sets come before mixed pairs, and the closest outer diameters first', () => {
  const wider = line('wider', 2, { size: size(265, 40) }); // 669 mm; front: 660 mm, rear: 661 mm
  expect(pairsIn(wider, front, rear)).toEqual([['set', 'front', 'rear']]);
  const [otherFront, otherRear] = [
    line('front-2', 2, { ...otherManufacturer, size: front.size }),
    line('rear-2', 2, { ...otherManufacturer, size: rear.size }),
  ];
  expect(pairsIn(front, otherFront, otherRear, rear)).toEqual([
    ['set', 'front', 'rear'],
    ['set', 'front-2', 'rear-2'],
  ]);
});

test('finds the other half of a set when one half is removed', () => {
  expect(otherHalf(rear, [front, line('other', 4)])?.id).toBe('front');
  expect(otherHalf(front, [front, rear])?.id).toBe('rear');
  expect(otherHalf(rear, [line('other', 4)])).toBeNull();
});
