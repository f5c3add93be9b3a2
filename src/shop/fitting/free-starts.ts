import type { Bay } from '../config/fitting-fields.ts';
import type { DayPlan, Span } from './day-plan.ts';
import { baysFor, type Work } from './work.ts';

export const stepMs = 15 * 60_000;

/** A free time shorter than this between two bookings is lost, because no job is shorter. */
export const shortestJobMs = 30 * 60_000;

/** `bays`: those that are free, the best one first. */
export type FreeStart = { at: number; bays: number[] };

/** `from`, `until`: the first and last allowed start, in ms since 1970. `door`: whose bays and times count. */
export type StartOptions = {
  work: Pick<Work, 'vehicle' | 'rim'>;
  minutes: number;
  from: number;
  until: number;
  door: 'online' | 'desk';
};

/**
 * Returns the starts of a job on a day, each quarter of an hour. A start that leaves a gap too short for any job is left out,
 * unless the day has no other one. The desk is offered the beginning of each free time all the same, because somebody may be waiting.
 */
export function freeStarts(plan: DayPlan, options: StartOptions): FreeStart[] {
  const starts = allStarts(plan, options);
  if (options.door === 'desk')
    return starts
      .filter(({ fitting, isBeginning }) => fitting.length > 0 || isBeginning)
      .map(({ at, fitting, leaving }) => ({ at, bays: [...fitting, ...leaving] }));
  const withoutGap = starts.flatMap(({ at, fitting }) => (fitting.length > 0 ? [{ at, bays: fitting }] : []));
  if (withoutGap.length > 0) return withoutGap;
  return starts.map(({ at, leaving }) => ({ at, bays: leaving }));
}

/** Returns the bays in which a job can start at an instant, those without a gap that is lost first. */
export function baysAt(plan: DayPlan, at: number, options: Omit<StartOptions, 'from' | 'until'>): number[] {
  const start = allStarts(plan, { ...options, from: at, until: at }).find((found) => found.at === at);
  return start ? [...start.fitting, ...start.leaving] : [];
}

type Start = {
  at: number;
  /** Bays where no gap is lost, and the others. */
  fitting: number[];
  leaving: number[];
  /** Whether a free time of a bay begins with it. */
  isBeginning: boolean;
};

function allStarts(plan: DayPlan, { work, minutes, from, until, door }: StartOptions): Start[] {
  const lengthMs = minutes * 60_000;
  const starts = new Map<number, Start>();
  for (const { bay, free } of baysByPreference(plan, work, door)) {
    for (const span of free) {
      const first = Math.ceil(Math.max(span.from, from) / stepMs) * stepMs;
      const last = Math.min(span.to - lengthMs, until);
      for (let at = first; at <= last; at += stepMs) {
        const start = starts.get(at) ?? { at, fitting: [], leaving: [], isBeginning: false };
        starts.set(at, start);
        if (at === first) start.isBeginning = true;
        (losesGap(span, at, at + lengthMs) ? start.leaving : start.fitting).push(bay);
      }
    }
  }
  return [...starts.values()].sort((a, b) => a.at - b.at);
}

/** At the desk, bays that buyers cannot book come first. */
function baysByPreference(plan: DayPlan, work: StartOptions['work'], door: StartOptions['door']) {
  const able = baysFor(
    plan.bays.map(({ bay }) => bay),
    work,
  );
  const isOffline = (bay: Bay) => Number(!bay.online);
  const ordered = door === 'desk' ? able.toSorted((a, b) => isOffline(b) - isOffline(a)) : able;
  return ordered.map(({ id }) => ({ bay: id, free: plan.bays.find(({ bay }) => bay.id === id)?.[door] ?? [] }));
}

const losesGap = (span: Span, from: number, to: number): boolean => isLost(from - span.from) || isLost(span.to - to);

const isLost = (ms: number) => ms > 0 && ms < shortestJobMs;
