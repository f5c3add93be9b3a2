import { expect, test } from 'vitest';
import { tallinnDate } from '../tallinn-date.ts';
import { financialYearLimit, lastDayOfFinancialYears, retentionLimit, shiftDay } from './kept-until.ts';

const lastDayOfPeriod = (event: Date, period: Parameters<typeof shiftDay>[1]) => shiftDay(tallinnDate(event), period);
const winterTime = (day: string, time = '12:00:00') => new Date(`${day}T${time}+02:00`);

test.each([
  // In Tallinn this is already the next day.
  ['2026-11-20T22:30:00Z', { days: 90 }, '2027-02-19'],
  ['2026-11-20T10:00:00Z', { days: 30 }, '2026-12-20'],
  ['2026-11-20T10:00:00Z', { years: 3 }, '2029-11-20'],
  ['2028-02-29T10:00:00Z', { years: 3 }, '2031-02-28'],
  ['2028-02-29T10:00:00Z', { years: 4 }, '2032-02-29'],
])('a period that begins at %s and lasts %j ends on %s', (event, period, day) => {
  expect(lastDayOfPeriod(new Date(event), period)).toBe(day);
});

test('a period of seven financial years counts from the end of the financial year', () => {
  expect(lastDayOfFinancialYears(new Date('2026-12-31T21:59:59Z'), 7)).toBe('2033-12-31');
  expect(lastDayOfFinancialYears(new Date('2026-12-31T22:00:00Z'), 7)).toBe('2034-12-31');
  expect(financialYearLimit(winterTime('2033-12-31', '23:59:59'), 7)).toEqual(winterTime('2026-01-01', '00:00:00'));
  expect(financialYearLimit(winterTime('2034-01-01', '00:00:00'), 7)).toEqual(winterTime('2027-01-01', '00:00:00'));
});

test('a period ends when its last day has ended, for every day of eight years', () => {
  for (const period of [{ days: 30 }, { years: 3 }, { years: 4 }]) {
    for (let ms = Date.parse('2026-01-01T10:00:00Z'); ms < Date.parse('2034-01-01'); ms += 24 * 60 * 60 * 1000) {
      const event = new Date(ms);
      const last = lastDayOfPeriod(event, period);
      // Days of Tallinn end at 21:00 UTC in summer and at 22:00 UTC in winter.
      expect(event < retentionLimit(new Date(`${last}T20:59:59Z`), period), last).toBe(false);
      expect(event < retentionLimit(new Date(`${last}T22:00:00Z`), period), last).toBe(true);
    }
  }
});
