import { addDays, addWorkingDays, type Day, endOfDay, startOfDay } from '../calendar.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { type StartOptions, stepMs } from './free-starts.ts';

const minNoticeMs = 2 * 60 * 60_000;
const maxDaysAhead = 60;
/** Limits how long after the promised day an order that is paid at the branch can hold tires and an appointment. */
const maxDaysAfterPromise = 14;

/** In ms since 1970, both included. */
export type StartRange = { from: number; until: number };

/** `arrivesOn`: the day on which all tires are at the branch; for a prepaid order the promised day, counted from `paymentDeadline`, even if `areHere`. */
type StartConditions = {
  now: Date;
  /** The latest time at which the payment can arrive; null: it does not affect the start. */
  paymentDeadline: Date | null;
  arrivesOn: Day;
  areHere: boolean;
  /** The promised day of an order that is paid at the branch; null: it is prepaid. */
  promisedOnIfPaidAtBranch: Day | null;
  /** The desk needs no notice, because the buyer may be at the branch. */
  bookedFrom?: StartOptions['bookedFrom'];
};

/** Returns the latest of three times, in ms since 1970: two hours from now (at the desk: the current quarter of an hour), `paymentDeadline`, and the beginning of `arrivesOn` (unless `areHere`: of the working day after it). */
export function earliestStart(
  { now, paymentDeadline, arrivesOn, areHere, bookedFrom }: StartConditions,
  hours: ShopConfig['hours'],
): number {
  const firstDay = areHere ? arrivesOn : addWorkingDays(arrivesOn, 1, hours);
  const soonest = bookedFrom === 'desk' ? startOfQuarter(now) : now.getTime() + minNoticeMs;
  return Math.max(soonest, paymentDeadline?.getTime() ?? 0, startOfDay(firstDay).getTime());
}

function startOfQuarter(now: Date): number {
  return Math.floor(now.getTime() / stepMs) * stepMs;
}

/** The range is empty if the tires arrive too late for any appointment. */
export function startRange(conditions: StartConditions, hours: ShopConfig['hours']): StartRange {
  const lastDay = addDays(tallinnDate(conditions.now), maxDaysAhead);
  const lastDayAfterPromise =
    conditions.promisedOnIfPaidAtBranch === null
      ? lastDay
      : addDays(conditions.promisedOnIfPaidAtBranch, maxDaysAfterPromise);
  const until = Math.min(endOfDay(lastDay).getTime(), endOfDay(lastDayAfterPromise).getTime());
  return { from: earliestStart(conditions, hours), until };
}

/** Begins with the current quarter of an hour, even if the tires are not there yet, or with the earlier start of a moved booking. */
export function deskRange(now: Date, movedBooking: { starts_at: Date } | null = null): StartRange {
  const quarter = startOfQuarter(now);
  return {
    from: Math.min(quarter, movedBooking?.starts_at.getTime() ?? quarter),
    until: endOfDay(addDays(tallinnDate(now), maxDaysAhead)).getTime(),
  };
}

/** Buyers can change and cancel an appointment themselves until two hours before its start. */
export function changeableUntil(startsAt: Date): Date {
  return new Date(startsAt.getTime() - minNoticeMs);
}

const graceMs = 15 * 60_000;

/** From this time on an employee may record that the buyer did not come. Both times in ms since 1970. */
export function missedFrom(startsAt: number): number {
  return startsAt + graceMs;
}
