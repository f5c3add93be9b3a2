import type { ShopConfig } from './shop-config.ts';

/** A calendar day in Estonia, `YYYY-MM-DD`. */
export type Day = string;

type OpeningHours = ShopConfig['hours'];

const dayMs = 24 * 60 * 60 * 1000;

let zone: Intl.DateTimeFormat | undefined;

function offsetAt(instant: Date): number {
  zone ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Tallinn', timeZoneName: 'longOffset' });
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(zone.format(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** Local time in Tallinn: `2026-11-21T18:05:00.000`. */
function wallClock(now: Date): string {
  return new Date(now.getTime() + offsetAt(now)).toISOString().slice(0, -1);
}

function nextDay(date: Day): Day {
  return new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
}

/** Null: closed, or by booking only. */
function hoursOn(date: Day, { weekdays, exceptions }: OpeningHours) {
  const exception = Object.hasOwn(exceptions, date) ? exceptions[date] : undefined;
  if (exception !== undefined) return exception;
  const weekday = new Date(date).getUTCDay();
  return weekday === 0 || weekday === 6 ? null : weekdays;
}

export function isWorkingDay(date: Day, hours: OpeningHours): boolean {
  return hoursOn(date, hours) !== null;
}

export function addWorkingDays(date: Day, n: number, hours: OpeningHours): Day {
  let day = date;
  for (let daysLeft = n; daysLeft > 0; ) {
    day = nextDay(day);
    if (isWorkingDay(day, hours)) daysLeft -= 1;
  }
  return day;
}

export function firstOpenDay(now: Date, hours: OpeningHours): Day {
  const [today = '', time = ''] = wallClock(now).split('T');
  const open = hoursOn(today, hours);
  return open && time < open.closes ? today : addWorkingDays(today, 1, hours);
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

/** The last millisecond of a day in Tallinn, so that `tallinnDate` of it is the day again. */
export function endOfDay(date: Day): Date {
  const asUtc = Date.parse(`${date}T23:59:59.999Z`);
  // At that instant it is 2 or 3 in Tallinn, where the clock changes an hour later: it has the day's last offset.
  return new Date(asUtc - offsetAt(new Date(asUtc)));
}

export function startOfDay(date: Day): Date {
  const before = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10);
  return new Date(endOfDay(before).getTime() + 1);
}

export function tallinnTime(instant: Date): string {
  return wallClock(instant).slice(0, 16).replace('T', ' ');
}
