import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shop from '../../../../shop.config.ts';
import { allocate, promisedDay } from './allocate.ts';

const branches = ['ringtee', 'annelinn', 'kesklinn'];
const at = (place: string, free: number, leadDays = 0) => ({ place, free, leadDays });

describe('tires are taken', () => {
  test('from the chosen branch if it has enough', () => {
    const supplies = [at('supplier', 20, 2), at('ringtee', 9), at('annelinn', 4)];
    expect(allocate(4, supplies, 'annelinn', branches)).toEqual({
      parts: [{ place: 'annelinn', count: 4, leadDays: 0 }],
      missing: 0,
    });
  });

  test('then from the other branches in order, one working day away, then from suppliers by lead days', () => {
    const supplies = [at('slow', 5, 7), at('quick', 1, 2), at('kesklinn', 1), at('ringtee', 1), at('annelinn', 1)];
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

  test('the rest is missing; locations with more held than on hand supply nothing', () => {
    expect(allocate(6, [at('ringtee', 2), at('annelinn', -3)], 'ringtee', branches)).toEqual({
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

  test('never more than available, and all requested ones if there are enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), supplies, fc.constantFrom(...branches), (count, there, chosen) => {
        const { parts, missing } = allocate(count, there, chosen, branches);
        const taken = parts.reduce((sum, part) => sum + part.count, 0);
        const free = there.reduce((sum, supply) => sum + Math.max(supply.free, 0), 0);
        expect(taken + missing).toBe(count);
        expect(missing).toBe(Math.max(count - free, 0));
        expect(new Set(parts.map(({ place }) => place)).size).toBe(parts.length);
        for (const part of parts) {
          expect(part.count).toBeGreaterThan(0);
          expect(part.count).toBeLessThanOrEqual(there.find(({ place }) => place === part.place)?.free ?? 0);
        }
      }),
    );
  });

  test('in the same way for any order of the stock rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), supplies, (count, there) => {
        expect(allocate(count, there.toReversed(), 'ringtee', branches)).toEqual(
          allocate(count, there, 'ringtee', branches),
        );
      }),
    );
  });
});

describe('the promised day', () => {
  const part = (leadDays: number) => ({ place: 'x', count: 1, leadDays });

  test.each([
    ['in stock, on Friday noon: today', '2026-11-20T10:00:00Z', [part(0)], '2026-11-20'],
    ['in stock, on Saturday: Monday', '2026-11-21T10:00:00Z', [part(0)], '2026-11-23'],
    ['the latest part decides', '2026-11-20T10:00:00Z', [part(0), part(3), part(1)], '2026-11-25'],
    ['lead days count from the first open day', '2026-11-20T17:00:00Z', [part(1)], '2026-11-24'],
    ['not on holidays', '2026-12-23T10:00:00Z', [part(1)], '2026-12-28'],
  ])('%s', (_case, now, parts, day) => expect(promisedDay(parts, new Date(now), shop.hours)).toBe(day));
});
