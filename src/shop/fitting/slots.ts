import { addDays, type Day } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { type DayPlan, timeOn } from './day-plan.ts';
import { freeStarts, type StartOptions } from './free-starts.ts';
import type { StartRange } from './start-range.ts';

/** `opens`, `closes`: the hours of fitting, `HH:MM` in Tallinn; null: none. */
export type FittingDay = {
  day: Day;
  opens: string | null;
  closes: string | null;
  state: 'open' | 'full' | 'closed';
  /** `at` in ms since 1970, `time` as `HH:MM` in Tallinn. */
  starts: { at: number; time: string }[];
};

export function fittingDays(plans: readonly DayPlan[], options: StartOptions, now: Date): FittingDay[] {
  return plans.map((plan) => {
    const { day, hours } = plan;
    const starts = freeStarts(bookablePlan(plan, now, options.bookedVia), options).map(({ at }) => {
      return { at, time: timeOn(plan, at) };
    });
    const stateWithoutStart = hours && !isWindowClosed(plan, now, options.bookedVia) ? 'full' : 'closed';
    const state = starts.length > 0 ? 'open' : stateWithoutStart;
    return { day, opens: hours?.opens ?? null, closes: hours?.closes ?? null, state, starts };
  });
}

/** Returns the plan with what can be booked now: of a day by booking, buyers can book only extra hours after `bookableUntil`. */
export function bookablePlan(plan: DayPlan, now: Date, bookedVia: StartOptions['bookedVia']): DayPlan {
  if (!isWindowClosed(plan, now, bookedVia)) return plan;
  return { ...plan, bays: plan.bays.map((bayPlan) => ({ ...bayPlan, online: bayPlan.onlineLate })) };
}

function isWindowClosed({ bookableUntil }: DayPlan, now: Date, bookedVia: StartOptions['bookedVia']): boolean {
  return bookedVia === 'online' && now.getTime() >= bookableUntil;
}

const daysPerPage = 7;

/** Returns a week from `firstDay`, or from the start of the range if that is later; no days after its end. */
export function pageOfDays(
  { from, until }: StartRange,
  firstDay?: Day,
): { first: Day; last: Day; nextDay: Day | null } {
  const [earliest, latest] = [tallinnDate(new Date(from)), tallinnDate(new Date(until))];
  const first = firstDay !== undefined && firstDay > earliest ? firstDay : earliest;
  // This check also keeps `addDays` from days after the year 9999, which it cannot write.
  if (first > latest) return { first, last: latest, nextDay: null };
  const next = addDays(first, daysPerPage);
  return next > latest ? { first, last: latest, nextDay: null } : { first, last: addDays(next, -1), nextDay: next };
}
