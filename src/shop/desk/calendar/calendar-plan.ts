import { type DayPlan, planDay, type Span } from '../../fitting/day-plan.ts';
import type { CalendarBlock, CalendarBooking, CalendarDay } from './calendar.ts';

const spanOf = ({ from, to }: { from: string; to: string }): Span => ({ from: Date.parse(from), to: Date.parse(to) });

export const takesBay = ({ state }: CalendarBooking): boolean => state !== 'missed';

/** Returns the plan of the shown day for the desk, which may book after `bookableUntil`. `except`: the id of a booking whose time counts as free. */
export function planOf(calendar: CalendarDay, except?: string): DayPlan {
  const { day, noon, hours, byBooking, bays, bookings, blocks } = calendar;
  const frame = {
    day,
    byBooking,
    noon: Date.parse(noon),
    bookableUntil: Number.POSITIVE_INFINITY,
    hours: hours && { ...hours, from: instantOf(calendar, hours.opens), to: instantOf(calendar, hours.closes) },
  };
  const taken = bookings.filter((booking) => takesBay(booking) && booking.id !== except);
  return planDay(frame, bays, {
    bookings: taken.map((booking) => ({ bay: booking.bay, ...spanOf(booking) })),
    blocks: blocks.map(({ bay, opens, ...block }) => ({ bay, opens, ...spanOf(block) })),
  });
}

/** Returns ms since 1970 for a time `HH:MM`, counted from noon, because the clock changes at night. */
export function instantOf({ noon }: Pick<CalendarDay, 'noon'>, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.parse(noon) + ((hours - 12) * 60 + minutes) * 60_000;
}

export function isFree({ bays }: Pick<DayPlan, 'bays'>, bay: number, { from, to }: Span): boolean {
  const freeForDesk = bays.find((plan) => plan.bay.id === bay)?.desk ?? [];
  return freeForDesk.some((span) => span.from <= from && to <= span.to);
}

const hourMs = 60 * 60_000;

/** Returns the whole hours that cover opening hours, extra hours and bookings. Null: there are none. */
export function shownHours(calendar: CalendarDay): Span | null {
  const { hours, bookings, blocks } = calendar;
  const extraHours = blocks.filter((block) => block.opens);
  const spans = [
    ...(hours ? [{ from: instantOf(calendar, hours.opens), to: instantOf(calendar, hours.closes) }] : []),
    ...extraHours.map(spanOf),
    ...bookings.filter(takesBay).map(spanOf),
  ];
  if (spans.length === 0) return null;
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  return { from: Math.floor(from / hourMs) * hourMs, to: Math.ceil(to / hourMs) * hourMs };
}

export function clippedBlocksOf(calendar: CalendarDay, bay: number, shown: Span): (Span & { block: CalendarBlock })[] {
  return calendar.blocks
    .filter((block) => !block.opens && (block.bay === null || block.bay === bay))
    .map((block) => ({ block, ...spanOf(block) }))
    .map(({ block, from, to }) => ({ block, from: Math.max(from, shown.from), to: Math.min(to, shown.to) }))
    .filter(({ from, to }) => from < to);
}
