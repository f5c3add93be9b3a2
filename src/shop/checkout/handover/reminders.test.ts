import { describe, expect, test } from 'vitest';
import shop from '../../../../shop.config.ts';
import { awaitsDecision, dueReminder } from './reminders.ts';

const workingDaysUntil = { firstReminder: 7, secondReminder: 14, decision: 20 };
const calendar = { terms: { notCollected: workingDaysUntil }, hours: shop.hours };
/** A Friday. 7 working days later it is Tuesday 1 December, 14 later Thursday the 10th, 20 later Friday the 18th. */
const readyOn = '2026-11-20';
const paid = { readyOn, lastDay: null };

describe('a paid order', () => {
  test.each([
    ['2026-11-30', null],
    ['2026-12-01', 'first'],
    ['2026-12-09', 'first'],
    ['2026-12-10', 'second'],
    ['2027-03-01', 'second'],
  ])('on %s is due for this reminder: %s', (today, reminder) =>
    expect(dueReminder(paid, today, calendar)).toBe(reminder),
  );

  test('awaits a decision after twenty working days', () => {
    expect(awaitsDecision(paid, '2026-12-17', calendar)).toBe(false);
    expect(awaitsDecision(paid, '2026-12-18', calendar)).toBe(true);
  });
});

describe('an unpaid order', () => {
  test('is due for one reminder, from the working day before its last day until that day', () => {
    const unpaid = { readyOn, lastDay: '2026-11-25' };
    const on = (day: string) => dueReminder(unpaid, day, calendar);
    expect([on('2026-11-23'), on('2026-11-24'), on('2026-11-25'), on('2026-11-26')]).toEqual([
      null,
      'last-day',
      'last-day',
      null,
    ]);
  });

  test('is also due for the first and second reminder, if it is kept that long', () => {
    const kept = { readyOn, lastDay: '2026-12-14' };
    const on = (day: string) => dueReminder(kept, day, calendar);
    expect([on('2026-12-01'), on('2026-12-10'), on('2026-12-11')]).toEqual(['first', 'second', 'last-day']);
  });

  test('is not due for a reminder on the day on which it became ready', () => {
    expect(dueReminder({ readyOn, lastDay: '2026-11-23' }, '2026-11-20', calendar)).toBeNull();
  });

  test('never awaits a decision, because it expires', () => {
    expect(awaitsDecision({ readyOn, lastDay: '2027-01-04' }, '2026-12-30', calendar)).toBe(false);
  });
});
