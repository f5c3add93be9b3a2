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

/** `arrivesOn`: the day on which all tires are at the branch, counted from `paymentDeadline` if there is one.
 * `areTiresHere`: all tires are at the branch now, so fitting is possible on `arrivesOn`; otherwise only from the next working day. */
type StartConditions = {
  now: Date;
  /** The latest time at which the payment can arrive; null: it does not affect the start. */
  paymentDeadline: Date | null;
  arrivesOn: Day;
  areTiresHere: boolean;
  /** The promised day of an order to be paid at the branch; null: it is prepaid, or paid. */
  promisedOnIfPaidAtBranch: Day | null;
  /** The desk needs no notice, because the buyer may be at the branch. */
  bookedVia?: StartOptions['bookedVia'];
};

/** Returns the latest of the end of the notice, `paymentDeadline`, and the first day with tires; in ms since 1970. */
export function earliestStart(
  { now, paymentDeadline, arrivesOn, areTiresHere, bookedVia }: StartConditions,
  hours: ShopConfig['hours'],
): number {
  const firstDayWithTires = areTiresHere ? arrivesOn : addWorkingDays(arrivesOn, 1, hours);
  const soonestByNotice = bookedVia === 'desk' ? startOfQuarterHour(now) : now.getTime() + minNoticeMs;
  return Math.max(soonestByNotice, paymentDeadline?.getTime() ?? 0, startOfDay(firstDayWithTires).getTime());
}

function startOfQuarterHour(now: Date): number {
  return Math.floor(now.getTime() / stepMs) * stepMs;
}

/** The range is empty if the tires arrive too late for any appointment. */
export function startRange(conditions: StartConditions, hours: ShopConfig['hours']): StartRange {
  const { now, promisedOnIfPaidAtBranch: promisedOn } = conditions;
  const lastDays = [addDays(tallinnDate(now), maxDaysAhead)];
  if (promisedOn !== null) lastDays.push(addDays(promisedOn, maxDaysAfterPromise));
  const until = Math.min(...lastDays.map((day) => endOfDay(day).getTime()));
  return { from: earliestStart(conditions, hours), until };
}

/** Starts at the current quarter of an hour, even without the tires, or at the start of `movedBooking` if earlier. */
export function deskRange(now: Date, movedBooking: { starts_at: Date } | null = null): StartRange {
  return {
    from: Math.min(startOfQuarterHour(now), movedBooking?.starts_at.getTime() ?? Number.POSITIVE_INFINITY),
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
