import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import {
  addDays,
  addWorkingDays,
  endOfDay,
  firstOpenDay,
  hoursOf,
  hoursOn,
  instantAt,
  isWorkingDay,
  openingAt,
  startOfDay,
  tallinnTime,
  weekdayOf,
  workingDayBefore,
  workingDayFrom,
} from './calendar.ts';
import type { Branch } from './config/shop-config.ts';
import { tallinnDate } from './tallinn-date.ts';

const [ringtee, annelinn] = shopConfig.branches as [Branch, Branch];
const hours = {
  weekdays: { opens: '09:00', closes: '18:00' },
  weekends: 'by-booking' as const,
  exceptions: {
    '2026-12-24': null,
    '2026-12-25': null,
    '2026-12-31': { opens: '09:00', closes: '14:00' },
    '2026-11-28': { opens: '10:00', closes: '15:00' },
  },
};

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('the day in Tallinn', () => {
  test.each([
    ['2026-11-20T21:59:59Z', '2026-11-20'],
    ['2026-11-20T22:00:00Z', '2026-11-21'],
    ['2026-07-01T20:59:59Z', '2026-07-01'],
    ['2026-07-01T21:00:00Z', '2026-07-02'],
  ])('at %s is %s', (instant, expected) => expect(tallinnDate(new Date(instant))).toBe(expected));
});

test('addDays counts calendar days, also over a clock change and the end of a year', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2027-03-29', -2)).toBe('2027-03-27');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (date, count) => {
      expect(addDays(addDays(date, count), -count)).toBe(date);
    }),
  );
});

test.each([
  ['2026-11-20', 'friday', '09:00'],
  ['2026-11-21', 'saturday', undefined],
  ['2026-11-22', 'sunday', undefined],
  ['2026-11-28', 'saturday', '10:00'],
  ['2026-12-24', 'thursday', undefined],
  ['2026-12-31', 'thursday', '09:00'],
])('%s is a %s with the opening time %s', (date, weekday, opens) => {
  expect(weekdayOf(date)).toBe(weekday);
  expect(hoursOn(date, hours)?.opens).toBe(opens);
});

test('instantAt and tallinnTime are inverse on both weekends of clock change', () => {
  for (const date of ['2026-10-24', '2026-10-25', '2026-10-26', '2027-03-27', '2027-03-28', '2027-03-29']) {
    for (const time of ['09:00', '13:45', '17:45']) {
      expect(tallinnTime(instantAt(date, time))).toBe(`${date} ${time}`);
    }
  }
});

describe('the end of a day', () => {
  test.each([
    ['2026-11-21', '2026-11-21T21:59:59.999Z'],
    ['2026-07-01', '2026-07-01T20:59:59.999Z'],
    ['2026-03-28', '2026-03-28T21:59:59.999Z'],
    ['2026-03-29', '2026-03-29T20:59:59.999Z'],
    ['2026-10-24', '2026-10-24T20:59:59.999Z'],
    ['2026-10-25', '2026-10-25T21:59:59.999Z'],
  ])('of %s is %s, also if the clock changes on it', (date, expected) => {
    expect(endOfDay(date).toISOString()).toBe(expected);
  });

  test('belongs to the day, and a millisecond later does not', () => {
    fc.assert(
      fc.property(day, (date) => {
        const end = endOfDay(date);
        expect(tallinnDate(end)).toBe(date);
        expect(tallinnDate(new Date(end.getTime() + 1)) > date).toBe(true);
      }),
    );
  });
});

test('the start of a day belongs to it, and a millisecond earlier does not', () => {
  fc.assert(
    fc.property(day, (date) => {
      const start = startOfDay(date);
      expect(tallinnDate(start)).toBe(date);
      expect(tallinnDate(new Date(start.getTime() - 1)) < date).toBe(true);
    }),
  );
});

test.each([
  ['2026-11-21T16:05:59.999Z', '2026-11-21 18:05'],
  ['2026-07-01T21:30:00Z', '2026-07-02 00:30'],
])('at %s the time in Tallinn is %s', (instant, expected) => expect(tallinnTime(new Date(instant))).toBe(expected));

describe('working days', () => {
  test.each([
    ['a Friday', '2026-11-20', true],
    ['a Saturday', '2026-11-21', false],
    ['a Sunday', '2026-11-22', false],
    ['a closed Thursday', '2026-12-24', false],
    ['a short Thursday', '2026-12-31', true],
    ['a Saturday with hours of its own', '2026-11-28', false],
  ])('include %s, %s: %s', (_, date, expected) => expect(isWorkingDay(date, hours)).toBe(expected));

  test.each([
    ['none from a Friday', '2026-11-20', 0, '2026-11-20'],
    ['one from Friday to Monday', '2026-11-20', 1, '2026-11-23'],
    ['one from the day before Christmas Eve to the Monday after', '2026-12-23', 1, '2026-12-28'],
    ['one over a Saturday with hours of its own', '2026-11-27', 1, '2026-11-30'],
    ['three from Wednesday to Monday, over New Year', '2026-12-30', 3, '2027-01-04'],
  ])('skip weekends and holidays: %s', (_, date, count, expected) => {
    expect(addWorkingDays(date, count, hours)).toBe(expected);
  });

  test('adding n ends on a working day, the same as adding n − 1 and then one', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), (from, n) => {
        const to = addWorkingDays(from, n, hours);
        expect(isWorkingDay(to, hours)).toBe(true);
        expect(addWorkingDays(addWorkingDays(from, n - 1, hours), 1, hours)).toBe(to);
      }),
    );
  });
});

test('Saturdays with opening hours are not working days, because banks and suppliers are closed', () => {
  const withSaturdays = { ...hours, saturdays: { opens: '10:00', closes: '15:00' } };
  expect(isWorkingDay('2026-11-21', withSaturdays)).toBe(false);
  expect(addWorkingDays('2026-11-20', 1, withSaturdays)).toBe('2026-11-23');
  expect(addWorkingDays('2026-11-21', 2, withSaturdays)).toBe('2026-11-24');
  expect(workingDayFrom('2026-11-21', withSaturdays)).toBe('2026-11-23');
  expect(workingDayFrom('2026-11-20', withSaturdays)).toBe('2026-11-20');
});

test('Saturday hours apply to all branches, except one with Saturday hours of its own; a branch adds exceptions of its own', () => {
  const saturdays = { opens: '10:00', closes: '15:00' };
  expect(firstOpenDay(new Date('2026-11-20T16:00:00Z'), { ...hours, saturdays })).toBe('2026-11-21');
  expect(firstOpenDay(new Date('2026-11-21T12:59:00Z'), { ...hours, saturdays })).toBe('2026-11-21');
  expect(firstOpenDay(new Date('2026-11-21T13:00:00Z'), { ...hours, saturdays })).toBe('2026-11-23');
  const annelinnChanges = { saturdays: null, exceptions: { '2026-11-20': null } };
  const branches = [ringtee, { ...annelinn, hours: annelinnChanges }];
  const annelinnHours = hoursOf({ hours: { ...hours, saturdays }, branches }, 'annelinn');
  expect(annelinnHours).toEqual({ ...hours, saturdays: null, exceptions: { ...hours.exceptions, '2026-11-20': null } });
  expect(addWorkingDays('2026-11-19', 1, annelinnHours)).toBe('2026-11-23');
  expect(hoursOf({ hours, branches }, 'ringtee')).toEqual(hours);
});

describe('the first open day', () => {
  test.each([
    ['before opening', '2026-11-20T05:00:00Z', '2026-11-20'],
    ['a second before closing', '2026-11-20T15:59:59Z', '2026-11-20'],
    ['at closing time', '2026-11-20T16:00:00Z', '2026-11-23'],
    ['on a Saturday', '2026-11-21T09:00:00Z', '2026-11-23'],
    ['on a Saturday with hours of its own', '2026-11-28T12:59:00Z', '2026-11-28'],
    ['after a short day', '2026-12-31T12:00:00Z', '2027-01-01'],
    ['late on the eve of a holiday', '2026-12-23T20:00:00Z', '2026-12-28'],
    ['after midnight in Tallinn, still yesterday in UTC', '2026-11-19T22:30:00Z', '2026-11-20'],
    ['in summer time', '2026-07-01T14:59:00Z', '2026-07-01'],
    ['after closing in summer time', '2026-07-01T15:00:00Z', '2026-07-02'],
  ])('%s', (_when, instant, expected) => expect(firstOpenDay(new Date(instant), hours)).toBe(expected));
});

describe('the opening state of a branch', () => {
  const monday = { open: false, day: '2026-11-23', opens: '09:00' };

  test.each([
    ['08:59:59', '2026-11-20T06:59:59Z', { open: false, day: '2026-11-20', opens: '09:00', daysAhead: 0 }],
    ['09:00', '2026-11-20T07:00:00Z', { open: true, closes: '18:00' }],
    ['17:59:59', '2026-11-20T15:59:59Z', { open: true, closes: '18:00' }],
    ['18:00 on Friday', '2026-11-20T16:00:00Z', { ...monday, daysAhead: 3 }],
    ['12:00 on Saturday', '2026-11-21T10:00:00Z', { ...monday, daysAhead: 2 }],
    ['23:59:59 on Sunday', '2026-11-22T21:59:59Z', { ...monday, daysAhead: 1 }],
    ['00:00 on Monday', '2026-11-22T22:00:00Z', { ...monday, daysAhead: 0 }],
    ['10:00 on a Saturday with hours', '2026-11-28T08:00:00Z', { open: true, closes: '15:00' }],
    ['14:00 on a short day', '2026-12-31T12:00:00Z', { open: false, day: '2027-01-01', opens: '09:00', daysAhead: 1 }],
    ['19:00 before holidays', '2026-12-23T17:00:00Z', { open: false, day: '2026-12-28', opens: '09:00', daysAhead: 5 }],
    ['08:59:59 in summer', '2026-07-01T05:59:59Z', { open: false, day: '2026-07-01', opens: '09:00', daysAhead: 0 }],
    ['09:00 in summer', '2026-07-01T06:00:00Z', { open: true, closes: '18:00' }],
  ])('at %s in Tallinn (%s) is %o', (_, instant, expected) => {
    expect(openingAt(new Date(instant), hours)).toEqual(expected);
  });
});

test('workingDayBefore returns the last working day before a day', () => {
  expect(workingDayBefore('2026-11-25', hours)).toBe('2026-11-24');
  expect(workingDayBefore('2026-11-23', hours)).toBe('2026-11-20');
  expect(workingDayBefore('2026-12-28', hours)).toBe('2026-12-23');
});
