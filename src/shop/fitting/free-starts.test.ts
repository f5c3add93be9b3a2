import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { hoursOf, instantAt } from '../calendar.ts';
import { type Booked, dayFrame, planDay, timeOn } from './day-plan.ts';
import { baysAt, freeStarts, type StartOptions, stepMs } from './free-starts.ts';
import type { Vehicle } from './work.ts';

const hours = hoursOf(shopConfig, 'ringtee');
const day = '2026-11-20';
const minuteMs = 60_000;
const at = (time: string, date = day) => instantAt(date, time).getTime();
const car = { vehicle: 'car', rim: 16 } as const;
const onlineAllDay = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, bookedVia: 'online' } as const;
const bay = (id: number, changes: object = {}) => ({ id, online: true, maxRim: 22, vans: true, ...changes });
const oneBay = [bay(1)];

function planOf(bookings: [bay: number, from: string, to: string][], bays = oneBay) {
  const taken = bookings.map(([bay, from, to]): Booked => ({ bay, from: at(from), to: at(to) }));
  return planDay(dayFrame(day, hours, { windows: {} }), bays, { bookings: taken, blocks: [] });
}

function startTimes(plan: ReturnType<typeof planOf>, minutes: number, changes: Partial<StartOptions> = {}): string[] {
  return freeStarts(plan, { ...onlineAllDay, work: car, minutes, ...changes }).map((start) => timeOn(plan, start.at));
}

describe('free starts', () => {
  test('are each quarter of an hour, and leave no gap that is shorter than any job', () => {
    const freeUntilClosing = planOf([[1, '09:00', '16:00']]); // closes at 18:00
    const startTimesWithoutShortGap = ['16:00', '16:30', '16:45', '17:00', '17:30']; // 16:15 and 17:15 leave 15 minutes
    expect(startTimes(freeUntilClosing, 30)).toEqual(startTimesWithoutShortGap);
  });

  test('leave a gap that is shorter than any job if the day has no other start', () => {
    const plan = planOf([
      [1, '09:00', '16:00'],
      [1, '16:45', '18:00'],
    ]);
    expect(startTimes(plan, 30)).toEqual(['16:00', '16:15']);
    expect(startTimes(plan, 45)).toEqual(['16:00']);
    expect(startTimes(plan, 60)).toEqual([]);
  });

  test('at the desk include the beginning of each free time, also if too short a gap is left', () => {
    const plan = planOf([
      [1, '10:00', '12:00'],
      [1, '14:00', '18:00'],
    ]);
    expect(startTimes(plan, 45)).toEqual(['12:00', '12:30', '12:45', '13:15']);
    expect(startTimes(plan, 45, { bookedVia: 'desk' })).toEqual(['09:00', '12:00', '12:30', '12:45', '13:15']);
  });

  test('never end after closing', () => expect(startTimes(planOf([]), 60).at(-1)).toBe('17:00'));

  test('are within the range, from the first quarter of an hour after its beginning on', () => {
    expect(startTimes(planOf([]), 30, { from: at('14:01'), until: at('15:00') })).toEqual([
      '14:15',
      '14:30',
      '14:45',
      '15:00',
    ]);
    expect(startTimes(planOf([]), 30, { from: at('14:01'), until: at('14:14') })).toEqual([]);
  });

  test('list the free bays, first those where the start leaves no gap that is too short', () => {
    const plan = planOf([[1, '09:00', '09:15']], [bay(1, { maxRim: 17 }), bay(2)]);
    const bays = (time: string) => baysAt(plan, at(time), { work: car, minutes: 30, bookedVia: 'online' });
    expect(bays('09:00')).toEqual([2]); // bay 1 is booked
    expect(bays('09:30')).toEqual([2, 1]); // leaves 15 minutes in bay 1
    expect(bays('09:45')).toEqual([1, 2]); // no short gap: the bay for smaller rims is first
    expect(bays('09:37')).toEqual([]); // not on a quarter of an hour
  });

  test('use bays that are not online only at the desk, and use them first there', () => {
    const plan = planOf([], [bay(1), bay(2, { online: false })]);
    expect(freeStarts(plan, { ...onlineAllDay, work: car, minutes: 30 })[0]?.bays).toEqual([1]);
    expect(freeStarts(plan, { ...onlineAllDay, work: car, minutes: 30, bookedVia: 'desk' })[0]?.bays).toEqual([2, 1]);
  });
});

const quarterOfDay = fc.integer({ min: 0, max: 35 });
const bookings = fc.array(
  fc.record({
    bay: fc.integer({ min: 1, max: 3 }),
    startQuarter: quarterOfDay,
    lengthQuarters: fc.integer({ min: 1, max: 8 }),
  }),
  {
    maxLength: 30,
  },
);
const someBays = fc
  .array(fc.record({ online: fc.boolean(), maxRim: fc.constantFrom(17, 19, 20, 22), vans: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((bays) => bays.map((bay, index) => ({ id: index + 1, ...bay })));
const vehicle = fc.constantFrom<Vehicle>('car', 'suv', 'van');

const someWeekdays = fc.constantFrom('2026-11-20', '2026-10-23', '2026-10-26', '2027-03-26', '2027-03-29');

const anyCase = fc
  .record({
    day: someWeekdays,
    bays: someBays,
    bookings,
    vehicle,
    rim: fc.constantFrom(15, 17, 18, 20, 21),
    minutes: fc.constantFrom(30, 45, 60, 90),
    bookedVia: fc.constantFrom<StartOptions['bookedVia']>('online', 'desk'),
    fromQuarter: fc.integer({ min: -8, max: 40 }),
    fromMinute: fc.integer({ min: 0, max: 14 }),
    rangeQuarters: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ day, bays, bookings, vehicle, rim, minutes, bookedVia, fromQuarter, fromMinute, rangeQuarters }) => {
    const opens = at('09:00', day);
    const taken = bookings.map(({ bay, startQuarter, lengthQuarters }) => ({
      bay,
      from: opens + startQuarter * stepMs,
      to: opens + (startQuarter + lengthQuarters) * stepMs,
    }));
    const frame = dayFrame(day, hours, { windows: {} });
    const plan = planDay(frame, bays, { bookings: taken, blocks: [] });
    const from = opens + fromQuarter * stepMs + fromMinute * minuteMs;
    const options = { work: { vehicle, rim }, minutes, bookedVia, from, until: from + rangeQuarters * stepMs };
    return { opens, closes: at('18:00', day), bays, taken, plan, options };
  });

type TestCase = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

/** Returns whether a job fits into a bay. Independent of the tested code. */
function isFree({ opens, closes, bays, taken, options }: TestCase, bayId: number, start: number): boolean {
  const bay = bays.find(({ id }) => id === bayId);
  const end = start + options.minutes * minuteMs;
  if (!bay || (options.bookedVia === 'online' && !bay.online)) return false;
  if (options.work.rim > bay.maxRim || (options.work.vehicle === 'van' && !bay.vans)) return false;
  if (start < opens || end > closes || start < options.from || start > options.until) return false;
  return taken.every((booking) => booking.bay !== bayId || booking.to <= start || end <= booking.from);
}

function leavesShortGap({ opens, closes, taken, options }: TestCase, bay: number, start: number): boolean {
  const end = start + options.minutes * minuteMs;
  const others = taken.filter((booking) => booking.bay === bay);
  const before = start - Math.max(opens, ...others.map(({ to }) => to).filter((to) => to <= start));
  const after = Math.min(closes, ...others.map(({ from }) => from).filter((from) => from >= end)) - end;
  return [before, after].some((gap) => gap > 0 && gap < 30 * minuteMs);
}

const quartersOf = ({ opens, closes }: TestCase) =>
  Array.from({ length: (closes - opens) / stepMs }, (_, n) => opens + n * stepMs);

describe('on any day', () => {
  test('exactly the free bays that can do the job are listed for a start', () => {
    fc.assert(
      fc.property(anyCase, (testCase) => {
        for (const start of quartersOf(testCase)) {
          const isInRange = testCase.options.from <= start && start <= testCase.options.until;
          const expected = testCase.bays.map(({ id }) => id).filter((id) => isFree(testCase, id, start));
          const freeBays = baysAt(testCase.plan, start, testCase.options).toSorted();
          if (isInRange) expect(freeBays).toEqual(expected);
          const offered = freeStarts(testCase.plan, testCase.options).find((free) => free.at === start);
          if (offered) expect(expected).toEqual(expect.arrayContaining(offered.bays));
        }
      }),
    );
  });

  test('online a start leaves too short a gap only if the day has no other start; at the desk only at the beginning of a free time', () => {
    fc.assert(
      fc.property(anyCase, (testCase) => {
        const choices = quartersOf(testCase).flatMap((start) =>
          testCase.bays.flatMap(({ id }) =>
            isFree(testCase, id, start) ? [{ bay: id, start, hasShortGap: leavesShortGap(testCase, id, start) }] : [],
          ),
        );
        const withoutShortGap = choices.filter(({ hasShortGap }) => !hasShortGap);
        const beginnings = choices.filter(({ bay, start }) => !isFree(testCase, bay, start - stepMs));
        const atDesk = [...withoutShortGap, ...beginnings];
        const online = withoutShortGap.length > 0 ? withoutShortGap : choices;
        const expected = new Set((testCase.options.bookedVia === 'desk' ? atDesk : online).map(({ start }) => start));
        const offered = freeStarts(testCase.plan, testCase.options).map((start) => start.at);
        expect(offered).toEqual([...expected].sort((a, b) => a - b));
      }),
    );
  });

  test('starts are on a quarter of an hour of the clock', () => {
    fc.assert(
      fc.property(anyCase, ({ plan, options }) => {
        for (const start of freeStarts(plan, options)) expect(timeOn(plan, start.at)).toMatch(/^\d\d:(00|15|30|45)$/);
      }),
    );
  });
});
