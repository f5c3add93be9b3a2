import { type Day, hoursOn, instantAt, weekdayOf, workingDayBefore } from '../calendar.ts';
import type { Bay } from '../config/fitting-fields.ts';
import type { Hours, ShopConfig } from '../config/shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { BranchFitting } from './work.ts';

/** In ms since 1970. */
export type Span = { from: number; to: number };

export type Booked = Span & { bay: number };

/** `bay` null: every bay. `opens`: extra hours for fitting; otherwise a time that cannot be booked. */
export type Block = Span & { bay: number | null; opens: boolean };

export type DayPlan = {
  day: Day;
  /** 12:00 in Tallinn, in ms since 1970. Times of the day count from it, because the clock changes at night. */
  noon: number;
  /** The hours of fitting by `shop.config.ts`; null: none. */
  hours: (Span & { opens: string; closes: string }) | null;
  /** The branch opens only for bookings; buyers must make them before `bookableUntil` (ms since 1970), except in extra hours. */
  byBooking: boolean;
  bookableUntil: number;
  /** `online`: free for buyers; `onlineLate`: after `bookableUntil`; `desk`: free for employees. */
  bays: readonly { bay: Bay; online: Span[]; onlineLate: Span[]; desk: Span[] }[];
};

/** Returns the hours of fitting, and whether the branch opens only for bookings. Exceptions override `windows`. */
export function fittingHours(
  day: Day,
  hours: ShopConfig['hours'],
  { windows }: Pick<BranchFitting, 'windows'>,
): { hours: Hours | null; byBooking: boolean } {
  const opening = hoursOn(day, hours);
  if (Object.hasOwn(hours.exceptions, day)) return { hours: opening, byBooking: false };
  const window = windows[weekdayOf(day)];
  if (window === undefined) return { hours: opening, byBooking: false };
  return { hours: window, byBooking: opening === null };
}

/** On days by booking, buyers can book until this time of the working day before, so that staff can be planned. */
const bookableUntilTime = '14:00';

/** A day without its bays: what is known before bookings and blocks are read. */
export type DayFrame = Omit<DayPlan, 'bays'>;

export function dayFrame(day: Day, hours: ShopConfig['hours'], fitting: Pick<BranchFitting, 'windows'>): DayFrame {
  const { hours: wallClock, byBooking } = fittingHours(day, hours, fitting);
  return {
    day,
    noon: instantAt(day, '12:00').getTime(),
    hours: wallClock && { ...wallClock, ...spanOn(day, wallClock) },
    byBooking,
    bookableUntil: byBooking
      ? instantAt(workingDayBefore(day, hours), bookableUntilTime).getTime()
      : Number.POSITIVE_INFINITY,
  };
}

/** Returns `HH:MM` for an instant (ms since 1970). In nights of clock change it is right from 4:00 on. */
export function timeOn({ noon }: Pick<DayFrame, 'noon'>, at: number): string {
  const minutes = 12 * 60 + (at - noon) / 60_000;
  const digits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${digits(minutes / 60)}:${digits(minutes % 60)}`;
}

function spanOn(day: Day, { opens, closes }: Hours): Span {
  return { from: instantAt(day, opens).getTime(), to: instantAt(day, closes).getTime() };
}

/** Returns the free times of a day: its hours of fitting and extra hours, less blocks (also of other days) and bookings. */
export function planDay(
  frame: DayFrame,
  bays: readonly Bay[],
  { bookings, blocks }: { bookings: readonly Booked[]; blocks: readonly Block[] },
): DayPlan {
  return {
    ...frame,
    bays: bays.map((bay) => {
      const bayBlocks = blocks.filter((block) => block.bay === null || block.bay === bay.id);
      const extraHours = bayBlocks.filter(({ opens, from }) => opens && tallinnDate(new Date(from)) === frame.day);
      const taken = [
        ...bayBlocks.filter(({ opens }) => !opens),
        ...bookings.filter((booking) => booking.bay === bay.id),
      ];
      const hours = frame.hours ? [frame.hours] : [];
      return {
        bay,
        online: subtractSpans(mergeSpans([...(bay.online ? hours : []), ...extraHours]), taken),
        onlineLate: subtractSpans(mergeSpans(extraHours), taken),
        desk: subtractSpans(mergeSpans([...hours, ...extraHours]), taken),
      };
    }),
  };
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function subtractSpans(spans: readonly Span[], taken: readonly Span[]): Span[] {
  return taken.reduce<Span[]>(
    (free, { from, to }) =>
      free.flatMap((span) => {
        if (to <= span.from || span.to <= from) return [span];
        const before = { from: span.from, to: from };
        const after = { from: to, to: span.to };
        return [before, after].filter((remaining) => remaining.from < remaining.to);
      }),
    [...spans],
  );
}
