import type { ShopConfig } from './shop-config.ts';

/** A calendar day in Estonia, `YYYY-MM-DD`. */
export type Day = string;

type OpeningHours = ShopConfig['hours'];

const dayMs = 24 * 60 * 60 * 1000;

let offsetFormat: Intl.DateTimeFormat | undefined;

function offsetAt(instant: Date): number {
  offsetFormat ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Tallinn', timeZoneName: 'longOffset' });
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offsetFormat.format(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** Returns the local time in Tallinn: `2026-11-21T18:05:00.000`. */
function wallClock(now: Date): string {
  return new Date(now.getTime() + offsetAt(now)).toISOString().slice(0, -1);
}

function nextDay(date: Day): Day {
  return new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
}

/** Returns the opening hours on a day; null: closed, or open by booking only. */
function hoursOn(date: Day, { weekdays, saturdays, exceptions }: OpeningHours) {
  const exception = Object.hasOwn(exceptions, date) ? exceptions[date] : undefined;
  if (exception !== undefined) return exception;
  const weekday = new Date(date).getUTCDay();
  if (weekday === 0) return null;
  return weekday === 6 ? (saturdays ?? null) : weekdays;
}

/** The hours of a branch: its own where it has some, otherwise those of the shop. */
export function hoursOf({ hours, branches }: Pick<ShopConfig, 'hours' | 'branches'>, branchId: string): OpeningHours {
  const own = branches.find(({ id }) => id === branchId)?.hours;
  return { ...hours, ...own, exceptions: { ...hours.exceptions, ...own?.exceptions } };
}

export function isWorkingDay(date: Day, hours: OpeningHours): boolean {
  return hoursOn(date, hours) !== null;
}

/** Returns the day that is `count` working days after `date`. */
export function addWorkingDays(date: Day, count: number, hours: OpeningHours): Day {
  let day = date;
  for (let daysLeft = count; daysLeft > 0; ) {
    day = nextDay(day);
    if (isWorkingDay(day, hours)) daysLeft -= 1;
  }
  return day;
}

/** Returns today if the branches still open or are open today, otherwise the next working day. */
export function firstOpenDay(now: Date, hours: OpeningHours): Day {
  const [today = '', time = ''] = wallClock(now).split('T');
  const hoursToday = hoursOn(today, hours);
  return hoursToday && time < hoursToday.closes ? today : addWorkingDays(today, 1, hours);
}

/** Times `HH:MM` in Tallinn. */
export type Opening =
  | { open: true; closes: string }
  | { open: false; on: Day; opens: string /** 0 is today, 1 tomorrow. */; daysAhead: number };

/** Returns whether the branches are open, and when that changes. Bookings at weekends do not count. */
export function openingAt(now: Date, hours: OpeningHours): Opening {
  const [today = '', time = ''] = wallClock(now).split('T');
  const current = hoursOn(today, hours);
  if (current && time >= current.opens && time < current.closes) return { open: true, closes: current.closes };
  const on = current && time < current.opens ? today : addWorkingDays(today, 1, hours);
  return {
    open: false,
    on,
    opens: hoursOn(on, hours)?.opens ?? '',
    daysAhead: Math.round((Date.parse(on) - Date.parse(today)) / dayMs),
  };
}

/** Returns the last millisecond of a day in Tallinn. */
export function endOfDay(date: Day): Date {
  const utcMs = Date.parse(`${date}T23:59:59.999Z`);
  // At this instant it is 2 or 3 o'clock in Tallinn, before any clock change: the offset is still that of the day's end.
  return new Date(utcMs - offsetAt(new Date(utcMs)));
}

export function startOfDay(date: Day): Date {
  const previousDay = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10);
  return new Date(endOfDay(previousDay).getTime() + 1);
}

/** Returns the local time in Tallinn: `2026-11-21 18:05`. */
export function tallinnTime(instant: Date): string {
  return wallClock(instant).slice(0, 16).replace('T', ' ');
}
