import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { hoursOf, instantAt, tallinnTime } from '../calendar.ts';
import {
  type Block,
  type Booked,
  type DayPlan,
  dayFrame,
  fittingHours,
  planDay,
  type Span,
  timeOn,
} from './day-plan.ts';

const hours = hoursOf(shopConfig, 'ringtee');
const windows = { saturday: { opens: '10:00', closes: '15:00' } };
const bays = [
  { id: 1, online: true, maxRim: 22, vans: true },
  { id: 2, online: false, maxRim: 22, vans: true },
];

describe('the hours of fitting', () => {
  test.each([
    ['a weekday: the opening hours', '2026-11-20', { opens: '09:00', closes: '18:00' }, false],
    ['a Saturday with a window: its window, by booking', '2026-11-21', { opens: '10:00', closes: '15:00' }, true],
    ['a Sunday: none', '2026-11-22', null, false],
    ['a holiday: none', '2026-12-24', null, false],
    ['a short day: its own hours', '2026-12-31', { opens: '09:00', closes: '14:00' }, false],
  ])('on %s', (_day, day, expected, byBooking) => {
    expect(fittingHours(day, hours, { windows })).toEqual({ hours: expected, byBooking });
  });

  test('are those of an exception, which overrides the window of its weekday', () => {
    const exceptions = { '2026-11-21': null, '2026-11-28': { opens: '11:00', closes: '12:00' } };
    const hoursWithExceptions = { ...hours, exceptions };
    expect(fittingHours('2026-11-21', hoursWithExceptions, { windows })).toEqual({ hours: null, byBooking: false });
    expect(fittingHours('2026-11-28', hoursWithExceptions, { windows })).toEqual({
      hours: { opens: '11:00', closes: '12:00' },
      byBooking: false,
    });
  });

  test('are those of the window on an open weekday, which is not a day by booking', () => {
    const weekdayWindows = { friday: { opens: '10:00', closes: '12:00' }, monday: null };
    expect(fittingHours('2026-11-20', hours, { windows: weekdayWindows })).toEqual({
      hours: weekdayWindows.friday,
      byBooking: false,
    });
    expect(fittingHours('2026-11-23', hours, { windows: weekdayWindows })).toEqual({ hours: null, byBooking: false });
  });
});

test.each([
  ['a Saturday', '2026-11-21', '2026-11-20 14:00'],
  ['a Saturday after a holiday on Friday', '2026-12-26', '2026-12-23 14:00'],
])('a day by booking, %s, is bookable until 14:00 of the working day before', (_case, day, until) => {
  const { bookableUntil } = dayFrame(day, hours, { windows });
  expect(tallinnTime(new Date(bookableUntil))).toBe(until);
});

const day = '2026-11-20';
const span = (from: string, to: string): Span => ({
  from: instantAt(day, from).getTime(),
  to: instantAt(day, to).getTime(),
});
const booked = (bay: number, from: string, to: string): Booked => ({ bay, ...span(from, to) });
const block = (bay: number | null, from: string, to: string): Block => ({ bay, opens: false, ...span(from, to) });
const extraHours = (bay: number | null, from: string, to: string): Block => ({ bay, opens: true, ...span(from, to) });

function planned(bookings: Booked[], blocks: Block[], date = day): DayPlan {
  return planDay(dayFrame(date, hours, { windows }), bays, { bookings, blocks });
}

/** The free times of each bay, such as `09:00-10:00 11:00-18:00`. */
function timesOf(plan: DayPlan, bookedVia: 'online' | 'desk'): string[] {
  const text = ({ from, to }: Span) => `${timeOn(plan, from)}-${timeOn(plan, to)}`;
  return plan.bays.map((bay) => bay[bookedVia].map(text).join(' '));
}

describe('the plan of a day', () => {
  test('offers buyers the online bays, and the desk all bays', () => {
    const plan = planned([booked(1, '09:00', '10:00'), booked(2, '17:00', '18:00')], []);
    expect(timesOf(plan, 'online')).toEqual(['10:00-18:00', '']);
    expect(timesOf(plan, 'desk')).toEqual(['10:00-18:00', '09:00-17:00']);
  });

  test('leaves out blocked times, of one bay or of all', () => {
    const plan = planned([], [block(null, '12:00', '13:00'), block(1, '15:00', '16:00')]);
    expect(timesOf(plan, 'desk')).toEqual(['09:00-12:00 13:00-15:00 16:00-18:00', '09:00-12:00 13:00-18:00']);
  });

  test('adds extra hours, also to bays that are not online and after closing', () => {
    const plan = planned([], [extraHours(2, '09:00', '12:00'), extraHours(1, '17:00', '20:00')]);
    expect(timesOf(plan, 'online')).toEqual(['09:00-20:00', '09:00-12:00']);
    expect(timesOf(plan, 'desk')).toEqual(['09:00-20:00', '09:00-18:00']);
  });

  test('blocks override extra hours, and bookings override both', () => {
    const plan = planned(
      [booked(1, '18:30', '19:00')],
      [extraHours(1, '18:00', '20:00'), block(1, '19:30', '21:00'), block(1, '09:00', '18:00')],
    );
    expect(timesOf(plan, 'online')).toEqual(['18:00-18:30 19:00-19:30', '']);
  });

  test('has extra hours on a closed day', () => {
    const extraHoursOn = (date: string) => ({
      bay: null,
      opens: true,
      from: instantAt(date, '10:00').getTime(),
      to: instantAt(date, '11:00').getTime(),
    });
    const plan = planned([], [extraHoursOn('2026-11-22')], '2026-11-22');
    expect(plan.hours).toBeNull();
    expect(timesOf(plan, 'online')).toEqual(['10:00-11:00', '10:00-11:00']);
  });

  test('leaves out extra hours of other days', () => {
    const evening = extraHours(null, '18:00', '20:00');
    expect(timesOf(planned([], [evening], '2026-11-21'), 'desk')).toEqual(['10:00-15:00', '10:00-15:00']);
  });

  test('has no free time after a booking that ends after closing', () => {
    expect(timesOf(planned([booked(1, '17:30', '19:00')], []), 'online')).toEqual(['09:00-17:30', '']);
  });
});

describe('on weekends of clock change', () => {
  const everyDay = { saturday: { opens: '09:00', closes: '18:00' }, sunday: { opens: '09:00', closes: '18:00' } };

  test.each([
    ['2026-10-24', '2026-10-24T06:00:00.000Z'],
    ['2026-10-25', '2026-10-25T07:00:00.000Z'],
    ['2026-10-26', '2026-10-26T07:00:00.000Z'],
    ['2027-03-27', '2027-03-27T07:00:00.000Z'],
    ['2027-03-28', '2027-03-28T06:00:00.000Z'],
    ['2027-03-29', '2027-03-29T06:00:00.000Z'],
  ])('09:00 on %s is %s, and the day is as long as its clock times say', (date, opensAt) => {
    const frame = dayFrame(date, hours, { windows: everyDay });
    const { from, to } = frame.hours ?? { from: 0, to: 0 };
    expect(new Date(from).toISOString()).toBe(opensAt);
    expect(to - from).toBe(9 * 60 * 60_000);
    expect(timeOn(frame, from)).toBe('09:00');
    expect(timeOn(frame, to - 15 * 60_000)).toBe('17:45');
  });
});
