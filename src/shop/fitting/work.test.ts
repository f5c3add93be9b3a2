import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { Branch, ShopConfig } from '../config/shop-config.ts';
import { baysFor, type FittedTire, fittingOf, jobAt, type Vehicle, type Work, workOf } from './work.ts';

const { works } = (shopConfig satisfies ShopConfig).fitting;

const largestBay = { id: 1, online: true, maxRim: 22, vans: true };
const minutesOf = (entries: typeof works, work: Work) => jobAt({ works: entries, bays: [largestBay] }, work)?.minutes;
const priceOf = (entries: typeof works, work: Work) => jobAt({ works: entries, bays: [largestBay] }, work)?.priceCents;

const tires = (changes: Partial<FittedTire> = {}): FittedTire => ({
  count: 4,
  rim: 16,
  runFlat: false,
  commercial: false,
  needsSpecialist: false,
  ...changes,
});

describe('the job for the tires of an order', () => {
  test('has all wheels and the largest rim, and is for run-flat tires if one tire is', () => {
    expect(workOf([tires({ count: 2 }), tires({ count: 2, rim: 19, runFlat: true })], 'suv')).toEqual({
      vehicle: 'suv',
      wheels: 4,
      rim: 19,
      runFlat: true,
    });
  });

  test('is for a van instead of a car if a tire has the mark C', () => {
    expect(workOf([tires({ commercial: true })], 'car')).toMatchObject({ vehicle: 'van' });
    expect(workOf([tires({ commercial: true })], 'suv')).toMatchObject({ vehicle: 'suv' });
  });

  test.each<[string, FittedTire[]]>([
    ['more than four wheels', [tires({ count: 4 }), tires({ count: 1 })]],
    ['eight tires', [tires({ count: 8 })]],
    ['truck and racing tires', [tires({ needsSpecialist: true })]],
    ['no tires', []],
  ])('is agreed by phone for %s', (_case, fitted) => expect(workOf(fitted, 'car')).toBeNull());
});

// The works of shop.config.ts, with prices from a price list of 2026.
test.each<[vehicle: Vehicle, wheels: number, rim: number, minutes: number, cents: number]>([
  ['car', 4, 15, 30, 6000],
  ['car', 4, 16, 30, 6000],
  ['car', 4, 17, 30, 6600],
  ['car', 4, 18, 45, 7800],
  ['car', 4, 19, 45, 7800],
  ['car', 4, 20, 60, 9000],
  ['car', 3, 18, 45, 7800],
  ['suv', 4, 16, 45, 7600],
  ['suv', 4, 17, 45, 7800],
  ['suv', 4, 18, 60, 9000],
  ['suv', 4, 20, 60, 9500],
  ['van', 4, 16, 45, 7600],
  ['van', 4, 19, 60, 9000],
  ['car', 2, 17, 30, 3300],
  ['car', 2, 20, 30, 4500],
  ['van', 2, 16, 30, 4500],
  ['car', 1, 16, 30, 3300],
])('the shop fits %s, %i wheels of %i″ in %i minutes for %i cents', (vehicle, wheels, rim, minutes, cents) => {
  const work = { vehicle, wheels, rim, runFlat: false };
  expect([minutesOf(works, work), priceOf(works, work)]).toEqual([minutes, cents]);
});

test('rows for run-flat tires apply to them only', () => {
  const work = { vehicle: 'car', wheels: 4, rim: 17 } as const;
  expect(minutesOf(works, { ...work, runFlat: true })).toBe(60);
  expect(minutesOf(works, { ...work, runFlat: false })).toBe(30);
});

const carWork = { vehicle: 'car', wheels: 4, rim: 16, runFlat: false } as const;
const carBay = { id: 2, online: true, maxRim: 19, vans: false };
const deskBay = { id: 3, online: false, maxRim: 22, vans: true };

test('the bays that can do least come first, so that the others stay free for larger jobs', () => {
  const bays = [largestBay, carBay, deskBay];
  expect(baysFor(bays, carWork).map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(baysFor(bays, { vehicle: 'van', rim: 16 }).map(({ id }) => id)).toEqual([1, 3]);
  expect(baysFor(bays, { vehicle: 'car', rim: 20 }).map(({ id }) => id)).toEqual([1, 3]);
  expect(baysFor(bays, { vehicle: 'car', rim: 23 })).toEqual([]);
});

test('a job that no bay of a branch can do is agreed by phone there', () => {
  const bays = [{ ...carBay, maxRim: 18 }];
  expect(jobAt({ works, bays }, { ...carWork, rim: 18 })).toEqual({ minutes: 45, priceCents: 7800 });
  expect(jobAt({ works, bays }, { ...carWork, rim: 19 })).toBeNull();
  expect(jobAt({ works, bays }, { ...carWork, vehicle: 'van' })).toBeNull();
  expect(jobAt({ works: [], bays }, carWork)).toBeNull();
});

test('a branch uses its own works, otherwise those of the shop; a branch without bays has no fitting', () => {
  const [first, second] = shopConfig.branches as [Branch, Branch];
  const ringteeWorks = [{ vehicles: ['car' as const], wheels: 4, maxRim: 18, minutes: 45, euros: 50 }];
  const { fitting: _, ...withoutBays } = second;
  const config = {
    ...shopConfig,
    branches: [{ ...first, fitting: { bays: [largestBay], works: ringteeWorks } }, withoutBays],
  };
  expect(fittingOf(config, 'ringtee')?.works).toEqual(ringteeWorks);
  expect(fittingOf(shopConfig, 'ringtee')?.works).toEqual(works);
  expect(fittingOf(config, 'annelinn')).toBeNull();
  expect(fittingOf(config, 'elsewhere')).toBeNull();
});
