import { addDays, addWorkingDays, type Day, endOfDay, startOfDay } from '../calendar.ts';
import type { ShopConfig } from '../shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { stepMs } from './free-starts.ts';

const noticeMs = 2 * 60 * 60_000;
const daysAhead = 60;
/** An order that is paid at the branch does not hold tires and an appointment for longer after the promised day. */
const daysAheadUnpaid = 14;

/** The first and last allowed start of an appointment, in ms since 1970. */
export type StartRange = { from: number; until: number };

/** `arrivesOn`: the day on which all tires are at the branch, counted from `paidBy` if the order is prepaid. */
type Expected = {
  now: Date;
  /** The latest moment at which the money may come; null: it does not matter when. */
  paidBy: Date | null;
  arrivesOn: Day;
  /** Whether all tires stand at the branch already. */
  areHere: boolean;
  /** Whether the order is paid at the branch. */
  isUnpaid: boolean;
};

/**
 * Returns the earliest start, in ms since 1970: two hours from now if the tires are at the branch, otherwise on the working day after
 * the one on which they come, because their hour is not known. Never before the money may come.
 */
export function earliestStart({ now, paidBy, arrivesOn, areHere }: Expected, hours: ShopConfig['hours']): number {
  const firstDay = areHere ? arrivesOn : addWorkingDays(arrivesOn, 1, hours);
  return Math.max(now.getTime() + noticeMs, paidBy?.getTime() ?? 0, startOfDay(firstDay).getTime());
}

/** Returns when an appointment may start. It is empty if the tires come too late for any. */
export function startRange(expected: Expected, hours: ShopConfig['hours']): StartRange {
  const lastDay = addDays(tallinnDate(expected.now), daysAhead);
  const lastUnpaidDay = addDays(expected.arrivesOn, daysAheadUnpaid);
  const until = expected.isUnpaid && lastUnpaidDay < lastDay ? lastUnpaidDay : lastDay;
  return { from: earliestStart(expected, hours), until: endOfDay(until).getTime() };
}

/**
 * Returns when an employee may let an appointment start: from the running quarter of an hour on, for a car that stands there, also
 * before the tires come, because a person sees to it. One that is moved may keep its start.
 */
export function deskRange(now: Date, moved: { starts_at: Date } | null = null): StartRange {
  const quarter = Math.floor(now.getTime() / stepMs) * stepMs;
  return {
    from: Math.min(quarter, moved?.starts_at.getTime() ?? quarter),
    until: endOfDay(addDays(tallinnDate(now), daysAhead)).getTime(),
  };
}

/** Buyers change and cancel an appointment themselves until so long before it starts. */
export function changeableUntil(startsAt: Date): Date {
  return new Date(startsAt.getTime() - noticeMs);
}

/** A buyer may be late by this. */
const graceMs = 15 * 60_000;

/** Returns from when on a worker may say that nobody came, both in ms since 1970. */
export function missedFrom(startsAt: number): number {
  return startsAt + graceMs;
}
