import { addWorkingDays, type Day, workingDayBefore } from '../../calendar.ts';
import type { HoldTerms, ShopConfig } from '../../config/shop-config.ts';

/** `last-day`: due from the working day before the last day of an unpaid order. */
export type Reminder = 'first' | 'second' | 'last-day';

/** `lastDay`: the last day until which an unpaid order is kept; null: the order is paid, and is kept without limit. */
type UncollectedOrder = { readyOn: Day; lastDay: Day | null };

type Calendar = { terms: Pick<HoldTerms, 'notCollected'>; hours: ShopConfig['hours'] };

/** Returns the latest reminder that is due, which replaces earlier ones; null if none is due, or if the last day is over. */
export function dueReminder(
  { readyOn, lastDay }: UncollectedOrder,
  today: Day,
  { terms, hours }: Calendar,
): Reminder | null {
  if (lastDay !== null && today > lastDay) return null;
  const { firstReminder, secondReminder } = terms.notCollected;
  const dueDays: { reminder: Reminder; on: Day }[] = [
    { reminder: 'first', on: addWorkingDays(readyOn, firstReminder, hours) },
    { reminder: 'second', on: addWorkingDays(readyOn, secondReminder, hours) },
  ];
  const dayBeforeLast = lastDay === null ? null : workingDayBefore(lastDay, hours);
  if (dayBeforeLast !== null && dayBeforeLast > readyOn) dueDays.push({ reminder: 'last-day', on: dayBeforeLast });
  const due = dueDays.filter(({ on }) => on <= today).toSorted((a, b) => a.on.localeCompare(b.on));
  return due.at(-1)?.reminder ?? null;
}

export function awaitsDecision(
  { readyOn, lastDay }: UncollectedOrder,
  today: Day,
  { terms, hours }: Calendar,
): boolean {
  return lastDay === null && addWorkingDays(readyOn, terms.notCollected.decision, hours) <= today;
}
