import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shop from '../../../../shop.config.ts';
import { allocate, promisedDay } from './allocate.ts';

const branches = ['ringtee', 'annelinn', 'kesklinn'];
const supplyAt = (place: string, free: number, leadDays = 0) => ({ place, free, leadDays });

describe('allocate takes tires', () => {
  test('from the chosen branch if it has enough', () => {
    const supplies = [supplyAt('supplier', 20, 2), supplyAt('ringtee', 9), supplyAt('annelinn', 4)];
    expect(allocate(4, supplies, 'annelinn', branches)).toEqual({
      parts: [{ place: 'annelinn', count: 4, leadDays: 0 }],
      missing: 0,
    });
  });

  test('then from the other branches in order, one working day away, then from suppliers by lead days', () => {
    const supplies = [
      supplyAt('slow', 5, 7),
      supplyAt('quick', 1, 2),
      supplyAt('kesklinn', 1),
      supplyAt('ringtee', 1),
      supplyAt('annelinn', 1),
    ];
    expect(allocate(6, supplies, 'annelinn', branches)).toEqual({
      parts: [
        { place: 'annelinn', count: 1, leadDays: 0 },
        { place: 'ringtee', count: 1, leadDays: 1 },
        { place: 'kesklinn', count: 1, leadDays: 1 },
        { place: 'quick', count: 1, leadDays: 2 },
        { place: 'slow', count: 2, leadDays: 7 },
      ],
      missing: 0,
    });
  });

  test('as far as there are any, and none from locations with more held than on hand', () => {
    expect(allocate(6, [supplyAt('ringtee', 2), supplyAt('annelinn', -3)], 'ringtee', branches)).toEqual({
      parts: [{ place: 'ringtee', count: 2, leadDays: 0 }],
      missing: 4,
    });
    expect(allocate(1, [], 'ringtee', branches)).toEqual({ parts: [], missing: 1 });
  });

  const supplies = fc.uniqueArray(
    fc.record({
      place: fc.constantFrom(...branches, 'supplier', 'other'),
      free: fc.integer({ min: -5, max: 30 }),
      leadDays: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ place }) => place },
  );

  test('never more than available, and all requested if there are enough', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        supplies,
        fc.constantFrom(...branches),
        (count, supplies, chosenBranch) => {
          const { parts, missing } = allocate(count, supplies, chosenBranch, branches);
          const allocatedCount = parts.reduce((sum, part) => sum + part.count, 0);
          const free = supplies.reduce((sum, supply) => sum + Math.max(supply.free, 0), 0);
          expect(allocatedCount + missing).toBe(count);
          expect(missing).toBe(Math.max(count - free, 0));
          expect(new Set(parts.map(({ place }) => place)).size).toBe(parts.length);
          for (const part of parts) {
            expect(part.count).toBeGreaterThan(0);
            expect(part.count).toBeLessThanOrEqual(supplies.find(({ place }) => place === part.place)?.free ?? 0);
          }
        },
      ),
    );
  });

  test('from suppliers with the same lead days by name, and with equal names in the given order', () => {
    const supplies = [{ ...supplyAt('supplier', 1), cutOff: '11:00' }, supplyAt('supplier', 1), supplyAt('other', 1)];
    expect(allocate(3, supplies, 'ringtee', branches).parts).toEqual([
      { place: 'other', count: 1, leadDays: 0 },
      { place: 'supplier', count: 1, leadDays: 0, cutOff: '11:00' },
      { place: 'supplier', count: 1, leadDays: 0 },
    ]);
  });

  test('in the same way for any order of the stock rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), supplies, (count, supplies) => {
        expect(allocate(count, supplies.toReversed(), 'ringtee', branches)).toEqual(
          allocate(count, supplies, 'ringtee', branches),
        );
      }),
    );
  });
});

const inStock = { place: 'ringtee', leadDays: 0 };
const fromSupplier = (leadDays: number, cutOff?: string) => ({ place: 'supplier', leadDays, cutOff });
const transfer = { place: 'annelinn', leadDays: 1 };
const promised = (now: string, parts: Parameters<typeof promisedDay>[0], hours = shop.hours, cutOffs = {}) =>
  promisedDay(parts, new Date(now), { ...shop, hours, cutOffs }, 'ringtee');

describe('the promised day', () => {
  test.each([
    ['is today for tires in stock on Friday noon', '2026-11-20T12:00:00+02:00', [inStock], '2026-11-20'],
    [
      'is today for tires in stock a moment before closing time (18:00)',
      '2026-11-20T17:59:59+02:00',
      [inStock],
      '2026-11-20',
    ],
    ['is Monday for tires in stock at closing time on Friday', '2026-11-20T18:00:00+02:00', [inStock], '2026-11-23'],
    ['is Monday for tires in stock on Saturday', '2026-11-21T12:00:00+02:00', [inStock], '2026-11-23'],
    [
      'is that of the part with the longest lead time',
      '2026-11-20T12:00:00+02:00',
      [inStock, fromSupplier(3), fromSupplier(1)],
      '2026-11-25',
    ],
    [
      'counts lead days of an order on Friday evening from Monday',
      '2026-11-20T19:00:00+02:00',
      [fromSupplier(1)],
      '2026-11-24',
    ],
    [
      'before closing time, is a working day after today for a transfer',
      '2026-11-20T17:59:59+02:00',
      [transfer],
      '2026-11-23',
    ],
    [
      'from closing time on, is a working day later for a transfer',
      '2026-11-20T18:00:00+02:00',
      [transfer],
      '2026-11-24',
    ],
    [
      'skips the holidays from 24 to 26 December and Sunday the 27th',
      '2026-12-23T12:00:00+02:00',
      [fromSupplier(1)],
      '2026-12-28',
    ],
    [
      'is the first open day after the holidays, for tires in stock',
      '2026-12-24T12:00:00+02:00',
      [inStock],
      '2026-12-28',
    ],
  ])('%s', (_case, now, parts, day) => expect(promised(now, parts)).toBe(day));

  test.each([
    [
      'is a Saturday on which the branch is open, for tires in stock',
      '2026-11-21T11:00:00+02:00',
      [inStock],
      '2026-11-21',
    ],
    ['is the next day, a Saturday, after closing time on Friday', '2026-11-20T19:00:00+02:00', [inStock], '2026-11-21'],
    ['counts no Saturday as a working day of a supplier', '2026-11-20T12:00:00+02:00', [fromSupplier(1)], '2026-11-23'],
    [
      'counts lead days of an order on a Saturday from Monday',
      '2026-11-21T11:00:00+02:00',
      [fromSupplier(1)],
      '2026-11-24',
    ],
  ])('%s', (_case, now, parts, day) => {
    const hours = { ...shop.hours, saturdays: { opens: '10:00', closes: '15:00' } };
    expect(promised(now, parts, hours)).toBe(day);
  });

  test.each([
    ['today just before the default cut-off of 15:30', '2026-11-23T15:29:59+02:00', fromSupplier(1), '2026-11-24'],
    ['tomorrow from the default cut-off of 15:30', '2026-11-23T15:30:00+02:00', fromSupplier(1), '2026-11-25'],
    ['today before the cut-off of the supplier', '2026-11-23T10:59:00+02:00', fromSupplier(1, '11:00'), '2026-11-24'],
    ['tomorrow from the cut-off of the supplier', '2026-11-23T11:00:00+02:00', fromSupplier(1, '11:00'), '2026-11-25'],
    [
      'Thursday, if the supplier takes orders on Monday and Thursday and the cut-off of Monday is over',
      '2026-11-23T11:00:00+02:00',
      fromSupplier(1, '11:00 mon thu'),
      '2026-11-27',
    ],
    [
      'Monday 28 December, if the cut-off before the holidays is over',
      '2026-12-23T15:30:00+02:00',
      fromSupplier(1),
      '2026-12-29',
    ],
    ['today, also with a lead time of 0 days', '2026-11-23T15:29:59+02:00', fromSupplier(0), '2026-11-23'],
    ['tomorrow, also with a lead time of 0 days', '2026-11-23T15:30:00+02:00', fromSupplier(0), '2026-11-24'],
  ])('counts lead days from the day on which the supplier takes the order: %s', (_case, now, ordered, day) => {
    expect(promised(now, [ordered])).toBe(day);
  });

  test('finds the cut-off of a supplier by its name', () => {
    const now = '2026-11-23T11:00:00+02:00';
    const parts = [{ place: 'supplier:hulgi', leadDays: 1 }];
    expect(promised(now, parts)).toBe('2026-11-24');
    expect(promised(now, parts, shop.hours, { hulgi: '11:00' })).toBe('2026-11-25');
  });
});
