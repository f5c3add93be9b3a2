import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { hoursOf, tallinnTime } from '../calendar.ts';
import { changeableUntil, earliestStart, startRange } from './start-range.ts';

const hours = hoursOf(shopConfig, 'ringtee');
const now = new Date('2026-11-20T10:00:00Z'); // Friday noon in Tallinn
const tiresHere = {
  now,
  paymentDeadline: null,
  arrivesOn: '2026-11-20',
  areTiresHere: true,
  promisedOnIfPaidAtBranch: null,
};

const earliest = (changes: Partial<typeof tiresHere> | object) =>
  tallinnTime(new Date(earliestStart({ ...tiresHere, ...changes }, hours)));

describe('the earliest start', () => {
  test('is two hours from now if the tires are at the branch', () => expect(earliest({})).toBe('2026-11-20 14:00'));

  test.each([
    ['Monday', '2026-11-23', '2026-11-24 00:00'],
    ['Friday, because Saturday is not a working day', '2026-11-27', '2026-11-30 00:00'],
    ['the day before a holiday', '2026-12-23', '2026-12-28 00:00'],
  ])('is on the next working day if the tires arrive on %s', (_day, arrivesOn, start) => {
    expect(earliest({ arrivesOn, areTiresHere: false })).toBe(start);
  });

  test('is never before the latest time at which the payment can arrive', () => {
    const paymentDeadline = new Date('2026-11-24T21:59:59.999Z'); // 23:59 in Tallinn
    expect(earliest({ paymentDeadline })).toBe('2026-11-24 23:59');
  });

  test('of a prepaid order is never before its promised day, even if the tires are at the branch', () => {
    const paymentDeadline = new Date('2026-11-24T21:59:59.999Z');
    const promisedOn = '2026-11-25';
    expect(earliest({ paymentDeadline, arrivesOn: promisedOn, areTiresHere: true })).toBe('2026-11-25 00:00');
  });
});

describe('the last day', () => {
  const lastDay = (changes: object) =>
    tallinnTime(new Date(startRange({ ...tiresHere, ...changes }, hours).until)).slice(0, 10);

  test('is 60 days from today', () => expect(lastDay({})).toBe('2027-01-19'));

  test('is 14 days after the promised day for an order that is paid at the branch', () => {
    expect(lastDay({ promisedOnIfPaidAtBranch: '2026-11-20' })).toBe('2026-12-04');
    expect(lastDay({ promisedOnIfPaidAtBranch: '2026-11-30' })).toBe('2026-12-14');
    expect(lastDay({ promisedOnIfPaidAtBranch: '2027-01-15' })).toBe('2027-01-19'); // 60 days from today
  });

  test('leaves no start if the tires arrive on the last day', () => {
    const { from, until } = startRange({ ...tiresHere, areTiresHere: false, arrivesOn: '2027-01-19' }, hours);
    expect(from).toBeGreaterThan(until);
  });
});

test('buyers change an appointment until two hours before it, also in a night of clock change', () => {
  const startsAt = new Date('2026-10-25T01:00:00Z');
  expect(changeableUntil(startsAt).toISOString()).toBe('2026-10-24T23:00:00.000Z');
});
