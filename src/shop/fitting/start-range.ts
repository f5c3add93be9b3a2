import { addDays, addWorkingDays, type Day, endOfDay, startOfDay } from '../calendar.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { type StartOptions, stepMs } from './free-starts.ts';

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
  /** The promised day of an order that is to be paid at the branch; null: it is paid before. */
  unpaidFrom: Day | null;
  /** The desk needs no notice: it books for a buyer who stands there. */
  door?: StartOptions['door'];
};

/**
 * Returns the earliest start, in ms since 1970: two hours from now if the tires are at the branch, at the desk from the running quarter of
 * an hour on; otherwise on the working day after the one on which they come, because their hour is not known. Never before the money may come.
 */
export function earliestStart({ now, paidBy, arrivesOn, areHere, door }: Expected, hours: ShopConfig['hours']): number {
  const firstDay = areHere ? arrivesOn : addWorkingDays(arrivesOn, 1, hours);
  const soonest = door === 'desk' ? startOfQuarter(now) : now.getTime() + noticeMs;
  return Math.max(soonest, paidBy?.getTime() ?? 0, startOfDay(firstDay).getTime());
}

function startOfQuarter(now: Date): number {
  return Math.floor(now.getTime() / stepMs) * stepMs;
}

/** Returns when an appointment may start. It is empty if the tires come too late for any. */
export function startRange(expected: Expected, hours: ShopConfig['hours']): StartRange {
  const lastDay = addDays(tallinnDate(expected.now), daysAhead);
  const lastUnpaidDay = expected.unpaidFrom === null ? lastDay : addDays(expected.unpaidFrom, daysAheadUnpaid);
  const until = Math.min(endOfDay(lastDay).getTime(), endOfDay(lastUnpaidDay).getTime());
  return { from: earliestStart(expected, hours), until };
}

/**
 * Returns when an employee may let an appointment start: from the running quarter of an hour on, for a car that stands there, also
 * before the tires come, because a person sees to it. One that is moved may keep its start.
 */
export function deskRange(now: Date, moved: { starts_at: Date } | null = null): StartRange {
  const quarter = startOfQuarter(now);
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
