import type { DayPlan, Span } from './day-plan.ts';
import { baysFor, type Work } from './work.ts';

export const stepMs = 15 * 60_000;

/** A shorter gap between two bookings is of no use, because no job fits into it. */
export const shortestJobMs = 30 * 60_000;

/** `at`: in ms since 1970. `bays`: the free bays, the best one first. */
type FreeStart = { at: number; bays: number[] };

/** `from`, `until`: the first and last start, in ms since 1970. */
export type StartOptions = {
  work: Pick<Work, 'vehicle' | 'rim'>;
  minutes: number;
  from: number;
  until: number;
  /** The desk can also book bays that buyers cannot. */
  bookedVia: 'online' | 'desk';
};

/** Returns starts on quarters of an hour. Online, those that leave a short gap come only if there are no others; at the desk, only if they are the first of a free time. */
export function freeStarts(plan: DayPlan, options: StartOptions): FreeStart[] {
  const starts = allStarts(plan, options);
  if (options.bookedVia === 'desk')
    return starts
      .filter(({ baysWithoutShortGap, isFirstOfFreeTime }) => baysWithoutShortGap.length > 0 || isFirstOfFreeTime)
      .map(({ at, baysWithoutShortGap, baysWithShortGap }) => ({
        at,
        bays: [...baysWithoutShortGap, ...baysWithShortGap],
      }));
  const startsWithoutShortGap = starts.flatMap(({ at, baysWithoutShortGap }) =>
    baysWithoutShortGap.length > 0 ? [{ at, bays: baysWithoutShortGap }] : [],
  );
  if (startsWithoutShortGap.length > 0) return startsWithoutShortGap;
  return starts.map(({ at, baysWithShortGap }) => ({ at, bays: baysWithShortGap }));
}

/** Returns the free bays at a start: first those in which it leaves no short gap. */
export function baysAt(plan: DayPlan, at: number, options: Omit<StartOptions, 'from' | 'until'>): number[] {
  const start = allStarts(plan, { ...options, from: at, until: at }).find((candidate) => candidate.at === at);
  return start ? [...start.baysWithoutShortGap, ...start.baysWithShortGap] : [];
}

type Start = {
  at: number;
  baysWithoutShortGap: number[];
  baysWithShortGap: number[];
  isFirstOfFreeTime: boolean;
};

function allStarts(plan: DayPlan, { work, minutes, from, until, bookedVia }: StartOptions): Start[] {
  const lengthMs = minutes * 60_000;
  const starts = new Map<number, Start>();
  for (const { bay, free } of baysByPreference(plan, work, bookedVia)) {
    for (const span of free) {
      const first = Math.ceil(Math.max(span.from, from) / stepMs) * stepMs;
      const last = Math.min(span.to - lengthMs, until);
      for (let at = first; at <= last; at += stepMs) {
        const start = starts.get(at) ?? { at, baysWithoutShortGap: [], baysWithShortGap: [], isFirstOfFreeTime: false };
        starts.set(at, start);
        if (at === first) start.isFirstOfFreeTime = true;
        const bays = leavesShortGap(span, at, at + lengthMs) ? start.baysWithShortGap : start.baysWithoutShortGap;
        bays.push(bay);
      }
    }
  }
  return [...starts.values()].sort((a, b) => a.at - b.at);
}

/** At the desk, bays that buyers cannot book come first. */
function baysByPreference(plan: DayPlan, work: StartOptions['work'], bookedVia: StartOptions['bookedVia']) {
  const suitableBays = baysFor(
    plan.bays.map(({ bay }) => bay),
    work,
  );
  const ordered =
    bookedVia === 'desk' ? suitableBays.toSorted((a, b) => Number(a.online) - Number(b.online)) : suitableBays;
  return ordered.map(({ id }) => {
    const bayPlan = plan.bays.find(({ bay }) => bay.id === id);
    const free = bookedVia === 'desk' ? bayPlan?.desk : bayPlan?.online;
    return { bay: id, free: free ?? [] };
  });
}

const leavesShortGap = (span: Span, from: number, to: number): boolean =>
  isShortGap(from - span.from) || isShortGap(span.to - to);

const isShortGap = (ms: number) => ms > 0 && ms < shortestJobMs;
