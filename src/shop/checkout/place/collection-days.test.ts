import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shop from '../../../../shop.config.ts';
import { type LoadedRow, tireReader } from '../../catalog/tire-row.server.ts';
import { allocate, promisedDay, type Supply } from './allocate.ts';
import { collectionDayAt } from './collection-days.ts';
import { listCollectionDays, promiseVersion } from './list-collection-days.ts';

const shopConfig = { ...shop, cutOffs: { alpha: '11:00', gamma: '16:00 mon thu' } };
const branches = shop.branches.map(({ id }) => id);
const readTire = tireReader([...branches, 'supplier'], shopConfig.cutOffs);

const design = { manufacturer_id: 'nokian', manufacturer: 'Nokian', model: 'Hakka R5', season: 'winter' };
const use = { studs: 'none', vehicle: 'car', competition: 'false', runflat: 'false' };
const size = { tread_width: 205, profile: 55, construction: 'R', diameter: 16, load_index: 91, speed_index: 'V' };

const row: LoadedRow = {
  id: 'tire',
  ean: null,
  design: Object.values({ ...design, ...use }).join('\t'),
  size: Object.values({ ...size, marks: '' }).join('\t'),
  label: '',
  dot_year: null,
  price_cents: 7990,
  lowest_before_cents: null,
  campaign: null,
  stock: null,
};

function tireWith(supplies: readonly Supply[]) {
  const lines = supplies.map(({ free, leadDays, place }) => `${free} ${leadDays} ${place}`);
  return readTire({ ...row, stock: lines.toSorted().join('\n') });
}

const supply = (place: string, free: number, leadDays = 0): Supply => ({ place, free, leadDays });

describe('when tires can be collected', () => {
  const tires = [
    tireWith([supply('ringtee', 4), supply('supplier:beta', 20, 2)]),
    tireWith([supply('supplier:alpha', 8, 2)]),
  ] as const;
  const [inStock, ordered] = tires;
  const collectionOn = (now: string, lines: Parameters<typeof collectionDayAt>[0], branch = 'ringtee') => {
    const days = listCollectionDays({ tires }, shopConfig, new Date(now));
    const found = collectionDayAt(lines, branch, days);
    return typeof found === 'string' ? found : { day: days.days[found.dayIndex], isHere: found.isHere };
  };

  test('is the day of the last tire of all lines', () => {
    const fridayNoon = '2026-11-20T12:00:00+02:00';
    expect(collectionOn(fridayNoon, [{ ...inStock, count: 4 }])).toEqual({ day: '2026-11-20', isHere: true });
    expect(collectionOn(fridayNoon, [{ ...inStock, count: 4 }], 'annelinn')).toEqual({
      day: '2026-11-23',
      isHere: false,
    });
    expect(collectionOn(fridayNoon, [{ ...inStock, count: 5 }])).toEqual({ day: '2026-11-24', isHere: false });
    const afterFridayCutOffOfAlpha = fridayNoon;
    expect(
      collectionOn(afterFridayCutOffOfAlpha, [
        { ...inStock, count: 4 },
        { ...ordered, count: 1 },
      ]),
    ).toEqual({ day: '2026-11-25', isHere: false });
  });

  test('depends on the cut-off of the supplier', () => {
    expect(collectionOn('2026-11-23T10:59:59+02:00', [{ ...ordered, count: 4 }])).toEqual({
      day: '2026-11-25',
      isHere: false,
    });
    expect(collectionOn('2026-11-23T11:00:00+02:00', [{ ...ordered, count: 4 }])).toEqual({
      day: '2026-11-26',
      isHere: false,
    });
  });

  test('has no day for more tires than are in stock, for an unknown branch, and for a lead time that no listed tire has', () => {
    const fridayNoon = '2026-11-20T12:00:00+02:00';
    expect(collectionOn(fridayNoon, [{ ...inStock, count: 25 }])).toBe('not-enough');
    expect(collectionOn(fridayNoon, [{ ...inStock, count: 1 }], 'closed')).toBe('unknown');
    expect(collectionOn(fridayNoon, [{ stock: [{ branch: 'supplier', count: 4, leadDays: 9 }], count: 4 }])).toBe(
      'unknown',
    );
  });
});

const minuteMs = 60_000;
const times = fc
  .integer({ min: 0, max: 35 * 24 * 60 })
  .map((minutes) => new Date(Date.parse('2026-11-27T00:00:00Z') + minutes * minuteMs));
const supplies = fc.uniqueArray(
  fc.record({
    place: fc.constantFrom(...branches, ...['alpha', 'beta', 'delta', 'gamma'].map((id) => `supplier:${id}`)),
    free: fc.integer({ min: 1, max: 4 }),
    leadDays: fc.integer({ min: 0, max: 2 }),
  }),
  { selector: ({ place }) => place },
);
const lines = fc.array(fc.record({ supplies, count: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 3 });

test('the day that pages show is the day that the order promises', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom(...branches), times, (lines, branch, now): void => {
      const shown = lines.map((line) => ({ stock: tireWith(line.supplies).stock, count: line.count }));
      const days = listCollectionDays({ tires: lines.map((line) => tireWith(line.supplies)) }, shopConfig, now);
      const found = collectionDayAt(shown, branch, days);
      const allocated = lines.map((line) => allocate(line.count, line.supplies, branch, branches));
      if (allocated.some(({ missing }) => missing > 0)) {
        expect(found).toBe('not-enough');
        return;
      }
      const parts = allocated.flatMap((line) => line.parts);
      const isHere = parts.every(({ place }) => place === branch);
      const dayIndex = days.days.indexOf(promisedDay(parts, now, shopConfig, branch));
      expect(found).toEqual({ dayIndex, isHere });
    }),
    { numRuns: 500 },
  );
});

describe('the days', () => {
  const tires = [
    tireWith([supply('supplier:alpha', 1, 2)]),
    tireWith([supply('supplier:beta', 1, 2), supply('supplier:gamma', 1)]),
  ];
  const daysAt = (now: Date) => listCollectionDays({ tires }, shopConfig, now);

  test('are listed for each branch and place of the tires', () => {
    // Keys are places with lead days and cut-off; values are positions in `days`.
    const supplierDays = { 'supplier 0 16:00 mon thu': 1, 'supplier 2': 2, 'supplier 2 11:00': 3 };
    expect(daysAt(new Date('2026-11-20T12:00:00+02:00'))).toEqual({
      until: new Date('2026-11-20T15:30:00+02:00').toISOString(),
      days: ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'],
      branches: {
        ringtee: { ringtee: 0, annelinn: 1, ...supplierDays },
        annelinn: { ringtee: 1, annelinn: 0, ...supplierDays },
      },
    });
  });

  test.each([
    ['the cut-off of a supplier', '2026-11-23T09:00:00+02:00', '2026-11-23T11:00:00+02:00'],
    ['the next cut-off', '2026-11-23T11:00:00+02:00', '2026-11-23T15:30:00+02:00'],
    ['closing time', '2026-11-23T16:00:00+02:00', '2026-11-23T18:00:00+02:00'],
    ['midnight', '2026-11-23T18:00:00+02:00', '2026-11-24T00:00:00+02:00'],
    ['midnight of a closed day', '2026-11-21T09:00:00+02:00', '2026-11-22T00:00:00+02:00'],
    ['the earlier closing time before a holiday', '2026-12-31T13:59:00+02:00', '2026-12-31T14:00:00+02:00'],
  ])('hold until %s', (_what, now, until) => expect(new Date(daysAt(new Date(now)).until)).toEqual(new Date(until)));

  test('do not change before `until`, and neither does the version of cached responses', () => {
    fc.assert(
      fc.property(times, (now) => {
        const { until, ...days } = daysAt(now);
        const lastInstant = new Date(Date.parse(until) - 1);
        const { until: _, ...daysThen } = daysAt(lastInstant);
        expect(daysThen).toEqual(days);
        expect(promiseVersion(shopConfig, lastInstant)).toBe(promiseVersion(shopConfig, now));
      }),
    );
  });

  test('change only together with the version of cached responses', () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        if (promiseVersion(shopConfig, a) === promiseVersion(shopConfig, b))
          expect({ ...daysAt(a), until: '' }).toEqual({ ...daysAt(b), until: '' });
      }),
    );
  });
});
