import type { ShopFacts } from './shop-facts.ts';

/** A calendar day in Estonia, `YYYY-MM-DD`. */
export type Day = string;

type OpeningHours = ShopFacts['hours'];

const dayMs = 24 * 60 * 60 * 1000;

let zone: Intl.DateTimeFormat | undefined;

/** Tallinn's clock ahead of UTC at an instant, in milliseconds (`GMT+03:00` in summer). */
function offsetAt(instant: Date): number {
  zone ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Tallinn', timeZoneName: 'longOffset' });
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(zone.format(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** What the clock on the wall in Tallinn shows: `2026-11-21T18:05:00.000`. */
function wallClock(now: Date): string {
  return new Date(now.getTime() + offsetAt(now)).toISOString().slice(0, -1);
}

function nextDay(date: Day): Day {
  return new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
}

/** When the branches are open on a day: Monday to Friday and what the exceptions say; null: closed, or by booking. */
function hoursOn(date: Day, { weekdays, exceptions }: OpeningHours) {
  const exception = Object.hasOwn(exceptions, date) ? exceptions[date] : undefined;
  if (exception !== undefined) return exception;
  const weekday = new Date(date).getUTCDay();
  return weekday === 0 || weekday === 6 ? null : weekdays;
}

/** A day on which orders are made ready: the branches keep hours, not only bookings. */
export function isWorkingDay(date: Day, hours: OpeningHours): boolean {
  return hoursOn(date, hours) !== null;
}

/** The nth working day after a day; the day itself when n is 0. */
export function addWorkingDays(date: Day, n: number, hours: OpeningHours): Day {
  let day = date;
  for (let left = n; left > 0; ) {
    day = nextDay(day);
    if (isWorkingDay(day, hours)) left -= 1;
  }
  return day;
}

/** Today until the branches close, else the next working day. */
export function firstOpenDay(now: Date, hours: OpeningHours): Day {
  const [today = '', time = ''] = wallClock(now).split('T');
  const open = hoursOn(today, hours);
  return open && time < open.closes ? today : addWorkingDays(today, 1, hours);
}

/** What to write on the door of a branch at an instant: open until when, or closed until when. Times `HH:MM` in Tallinn. */
export type Opening =
  | { open: true; closes: string }
  | { open: false; on: Day; opens: string /** 0 is today, 1 tomorrow. */; daysAhead: number };

/** Whether the branches keep hours right now, and when that changes next. Bookings at weekends are not hours. */
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
  // That instant is 2 or 3 in the morning in Tallinn, where the clock changes an hour later: its offset is the day's last.
  return new Date(asUtc - offsetAt(new Date(asUtc)));
}

/** The first millisecond of a day in Tallinn. */
export function startOfDay(date: Day): Date {
  const before = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10);
  return new Date(endOfDay(before).getTime() + 1);
}

/** What a clock in Tallinn shows, to the minute: `2026-11-21 18:05`. */
export function tallinnTime(instant: Date): string {
  return wallClock(instant).slice(0, 16).replace('T', ' ');
}
