import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { hoursOf, instantAt } from '../calendar.ts';
import { dayFrame, planDay } from './day-plan.ts';
import { fittingDays, pageOfDays } from './slots.ts';

const range = { from: instantAt('2026-11-20', '14:00').getTime(), until: instantAt('2026-12-04', '23:59').getTime() };

describe('the days to show at once', () => {
  test.each([
    ['no day in particular', undefined, { first: '2026-11-20', last: '2026-11-26', nextDay: '2026-11-27' }],
    [
      'a day before the first possible one',
      '2026-11-01',
      { first: '2026-11-20', last: '2026-11-26', nextDay: '2026-11-27' },
    ],
    ['the day after the first page', '2026-11-27', { first: '2026-11-27', last: '2026-12-03', nextDay: '2026-12-04' }],
    ['the last possible day', '2026-12-04', { first: '2026-12-04', last: '2026-12-04', nextDay: null }],
  ])('are at most a week, if the buyer asks for %s', (_case, firstDay, page) => {
    expect(pageOfDays(range, firstDay)).toEqual(page);
  });

  test.each(['2026-12-05', '9999-12-31'])(
    'are none if the buyer asks for %s, after the last possible day',
    (firstDay) => {
      const { first, last, nextDay } = pageOfDays(range, firstDay);
      expect([first > last, nextDay]).toEqual([true, null]);
    },
  );
});

describe('a day', () => {
  const bays = [{ id: 1, online: true, maxRim: 22, vans: true }];
  const windows = { saturday: { opens: '10:00', closes: '11:00' } };
  const frameOf = (day: string) => dayFrame(day, hoursOf(shopConfig, 'ringtee'), { windows });
  const options = {
    work: { vehicle: 'car', rim: 16 },
    minutes: 60,
    from: 0,
    until: Infinity,
    bookedVia: 'online',
  } as const;
  const noon = new Date('2026-11-20T10:00:00Z');

  const dayAt = (day: string, now = noon, bookings: { bay: number; from: number; to: number }[] = []) =>
    fittingDays([planDay(frameOf(day), bays, { bookings, blocks: [] })], options, now)[0];

  test('is open with its free starts, by clock time', () => {
    expect(dayAt('2026-11-21')).toEqual({
      day: '2026-11-21',
      opens: '10:00',
      closes: '11:00',
      state: 'open',
      starts: [{ at: instantAt('2026-11-21', '10:00').getTime(), time: '10:00' }],
    });
  });

  test('is full when no free time is long enough for the job', () => {
    const taken = {
      bay: 1,
      from: instantAt('2026-11-21', '10:30').getTime(),
      to: instantAt('2026-11-21', '11:00').getTime(),
    };
    expect(dayAt('2026-11-21', noon, [taken])).toMatchObject({ state: 'full', starts: [] });
  });

  test('is closed without hours; a day by booking is closed from 14:00 on the previous working day', () => {
    expect(dayAt('2026-11-22')).toMatchObject({ state: 'closed', opens: null, starts: [] });
    const at = (time: string) => instantAt('2026-11-20', time);
    expect(dayAt('2026-11-21', new Date(at('14:00').getTime() - 1))).toMatchObject({ state: 'open' });
    expect(dayAt('2026-11-21', at('14:00'))).toMatchObject({ state: 'closed', starts: [] });
  });

  test('that opens by booking stays open for the desk', () => {
    const plans = [planDay(frameOf('2026-11-21'), bays, { bookings: [], blocks: [] })];
    const late = instantAt('2026-11-21', '08:00');
    expect(fittingDays(plans, { ...options, bookedVia: 'desk' }, late)[0]?.state).toBe('open');
  });
});
