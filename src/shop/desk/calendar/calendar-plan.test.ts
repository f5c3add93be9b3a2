import { expect, test } from 'vitest';
import { instantAt } from '../../calendar.ts';
import { timeOn } from '../../fitting/day-plan.ts';
import type { CalendarBlock, CalendarBooking, CalendarDay } from './calendar.ts';
import { clippedBlocksOf, isFree, planOf, shownHours } from './calendar-plan.ts';

const day = '2026-11-20';
const at = (time: string) => instantAt(day, time);

const booking = (from: string, to: string, changes: Partial<CalendarBooking> = {}) =>
  ({
    id: from,
    bay: 1,
    state: 'booked',
    from: at(from).toISOString(),
    to: at(to).toISOString(),
    ...changes,
  }) as CalendarBooking;

const block = (from: string, to: string, changes: Partial<CalendarBlock> = {}): CalendarBlock => ({
  id: 1,
  bay: 1,
  opens: false,
  reason: '',
  madeBy: 'staff:kati',
  from: at(from).toISOString(),
  to: at(to).toISOString(),
  ...changes,
});

const extraHours = (from: string, to: string, changes: Partial<CalendarBlock> = {}) =>
  block(from, to, { ...changes, opens: true });

const calendar = (changes: Partial<CalendarDay> = {}): CalendarDay => ({
  branch: 'ringtee',
  branches: ['ringtee'],
  day,
  today: day,
  byBooking: false,
  bookings: [],
  blocks: [],
  now: at('12:00').toISOString(),
  noon: at('12:00').toISOString(),
  hours: { opens: '09:00', closes: '18:00' },
  bays: [
    { id: 1, online: true, maxRim: 22, vans: true },
    { id: 2, online: false, maxRim: 19, vans: false },
  ],
  ...changes,
});

const free = (shown: CalendarDay, bay: number, from: string, to: string, except?: string) =>
  isFree(planOf(shown, except), bay, { from: at(from).getTime(), to: at(to).getTime() });

test('a bay is free within its hours and extra hours, except for bookings and blocks', () => {
  const busy = calendar({
    bookings: [booking('10:00', '10:30'), booking('11:00', '11:30', { state: 'missed' })],
    blocks: [block('14:00', '15:00'), extraHours('18:00', '19:00', { bay: 2 })],
  });
  expect(free(busy, 1, '10:30', '11:00')).toBe(true);
  expect(free(busy, 1, '10:15', '10:45')).toBe(false);
  expect(free(busy, 1, '10:15', '10:45', busy.bookings[0]?.id)).toBe(true);
  expect(free(busy, 1, '11:00', '11:30')).toBe(true);
  expect(free(busy, 1, '14:30', '15:30')).toBe(false);
  expect(free(busy, 1, '18:00', '18:30')).toBe(false);
  expect(free(busy, 2, '17:45', '18:15')).toBe(true);
  expect(free(busy, 3, '10:00', '10:30')).toBe(false);
});

test('shows whole hours, extended to extra hours and bookings outside the usual hours', () => {
  const shown = (shownDay: CalendarDay) => {
    const hours = shownHours(shownDay);
    return hours && [hours.from, hours.to].map((instant) => timeOn(planOf(shownDay), instant));
  };
  expect(shown(calendar())).toEqual(['09:00', '18:00']);
  const blocks = [extraHours('18:00', '18:45'), block('07:00', '20:00')];
  expect(shown(calendar({ blocks }))).toEqual(['09:00', '19:00']);
  expect(shown(calendar({ hours: null, bookings: [booking('10:15', '10:45')] }))).toEqual(['10:00', '11:00']);
  expect(shown(calendar({ hours: null }))).toBeNull();
});

test('the blocks of a bay include those of all bays but no extra hours, and end with the shown hours', () => {
  const hours = { from: at('09:00').getTime(), to: at('18:00').getTime() };
  const long = block('14:00', '15:00', { id: 2, bay: null, to: '2026-11-25T16:00:00.000Z' });
  const blocked = calendar({ blocks: [block('10:00', '11:00'), long, extraHours('12:00', '13:00')] });
  expect(clippedBlocksOf(blocked, 1, hours).map(({ block, to }) => [block.id, to])).toEqual([
    [1, at('11:00').getTime()],
    [2, hours.to],
  ]);
  expect(clippedBlocksOf(blocked, 2, hours).map(({ block }) => block.id)).toEqual([2]);
});
