import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate } from './allocate.ts';

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
