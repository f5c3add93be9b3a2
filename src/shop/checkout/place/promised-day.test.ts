import { describe, expect, test } from 'vitest';
import shop from '../../../../shop.config.ts';
import { promisedDay } from './promised-day.ts';

const part = (leadDays: number, cutOff?: string) => ({
  place: leadDays === 0 ? 'ringtee' : 'supplier',
  leadDays,
  ...(cutOff === undefined ? {} : { cutOff }),
});
const transfer = { place: 'annelinn', leadDays: 1 };
const promised = (now: string, parts: Parameters<typeof promisedDay>[0], hours = shop.hours, cutOffs = {}) =>
  promisedDay(parts, new Date(now), { ...shop, hours, cutOffs }, 'ringtee');

describe('the promised day', () => {
  test.each([
    ['is today for tires in stock on Friday noon', '2026-11-20T10:00:00Z', [part(0)], '2026-11-20'],
    ['is today for tires in stock a moment before closing time', '2026-11-20T15:59:59Z', [part(0)], '2026-11-20'],
    ['is Monday for tires in stock at closing time on Friday', '2026-11-20T16:00:00Z', [part(0)], '2026-11-23'],
    ['is Monday for tires in stock on Saturday', '2026-11-21T10:00:00Z', [part(0)], '2026-11-23'],
    [
      'is that of the part with the longest lead time',
      '2026-11-20T10:00:00Z',
      [part(0), part(3), part(1)],
      '2026-11-25',
    ],
    ['counts lead days from the first open day', '2026-11-20T17:00:00Z', [part(1)], '2026-11-24'],
    [
      'before closing time, is a working day after today for a transfer',
      '2026-11-20T15:59:59Z',
      [transfer],
      '2026-11-23',
    ],
    ['from closing time on, is a working day later for a transfer', '2026-11-20T16:00:00Z', [transfer], '2026-11-24'],
    ['skips holidays', '2026-12-23T10:00:00Z', [part(1)], '2026-12-28'],
    ['is after a holiday for tires in stock', '2026-12-24T10:00:00Z', [part(0)], '2026-12-28'],
  ])('%s', (_case, now, parts, day) => expect(promised(now, parts)).toBe(day));

  test.each([
    ['is a Saturday on which the branch is open, for tires in stock', '2026-11-21T09:00:00Z', [part(0)], '2026-11-21'],
    ['is the next Saturday after closing time on Friday', '2026-11-20T17:00:00Z', [part(0)], '2026-11-21'],
    ['counts no Saturday as a working day of a supplier', '2026-11-20T10:00:00Z', [part(1)], '2026-11-23'],
    ['counts lead days of an order on a Saturday from Monday', '2026-11-21T09:00:00Z', [part(1)], '2026-11-24'],
  ])('%s', (_case, now, parts, day) => {
    const hours = { ...shop.hours, saturdays: { opens: '10:00', closes: '15:00' } };
    expect(promised(now, parts, hours)).toBe(day);
  });

  test.each([
    ['today just before the default cut-off of 15:30', '2026-11-23T13:29:59Z', part(1), '2026-11-24'],
    ['tomorrow from the default cut-off of 15:30', '2026-11-23T13:30:00Z', part(1), '2026-11-25'],
    ['today before the cut-off of the supplier', '2026-11-23T08:59:00Z', part(1, '11:00'), '2026-11-24'],
    ['tomorrow from the cut-off of the supplier', '2026-11-23T09:00:00Z', part(1, '11:00'), '2026-11-25'],
    ['the next day on which the supplier takes orders', '2026-11-23T09:00:00Z', part(1, '11:00 mon thu'), '2026-11-27'],
    ['the day after a holiday', '2026-12-23T13:30:00Z', part(1), '2026-12-29'],
    [
      'today, also with a lead time of 0 days',
      '2026-11-23T13:29:59Z',
      { place: 'supplier', leadDays: 0 },
      '2026-11-23',
    ],
    [
      'tomorrow, also with a lead time of 0 days',
      '2026-11-23T13:30:00Z',
      { place: 'supplier', leadDays: 0 },
      '2026-11-24',
    ],
  ])('counts lead days from the day on which the supplier takes the order: %s', (_case, now, ordered, day) => {
    expect(promised(now, [ordered])).toBe(day);
  });

  test('finds the cut-off of a supplier by its name', () => {
    const now = '2026-11-23T09:00:00Z';
    const parts = [{ place: 'supplier:hulgi', leadDays: 1 }];
    expect(promised(now, parts)).toBe('2026-11-24');
    expect(promised(now, parts, shop.hours, { hulgi: '11:00' })).toBe('2026-11-25');
  });
});
