import type { Hours, ShopConfig } from './config/shop-config.ts';

/** A calendar day in Estonia, `YYYY-MM-DD`. */
export type Day = string;

/** In the order of `Date.getDay`. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
type Weekday = (typeof weekdays)[number];

type OpeningHours = ShopConfig['hours'];

const dayMs = 24 * 60 * 60 * 1000;

let offsetFormat: Intl.DateTimeFormat | undefined;

function utcOffsetMs(instant: Date): number {
  offsetFormat ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Tallinn', timeZoneName: 'longOffset' });
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offsetFormat.format(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function wallClock(now: Date): string {
  return new Date(now.getTime() + utcOffsetMs(now)).toISOString().slice(0, -1);
}

/** Returns the opening hours on a day. Null: closed, or open by booking only. */
export function hoursOn(date: Day, hours: OpeningHours): Hours | null {
  const exception = Object.hasOwn(hours.exceptions, date) ? hours.exceptions[date] : undefined;
  if (exception !== undefined) return exception;
  const weekday = weekdayOf(date);
  if (weekday === 'sunday') return null;
  return weekday === 'saturday' ? (hours.saturdays ?? null) : hours.weekdays;
}

export function isDay(text: string): text is Day {
  // Date reads 2026-02-30 as 2 March.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

export function weekdayOf(date: Day): Weekday {
  return weekdays[new Date(date).getUTCDay()] as Weekday;
}

export function addDays(date: Day, count: number): Day {
  return new Date(Date.parse(date) + count * dayMs).toISOString().slice(0, 10);
}

export function firstOfMonth(date: Day): Day {
  return `${date.slice(0, 7)}-01`;
}

/** Returns a branch's hours: those of the shop, except where the branch has its own hours or exceptions. */
export function hoursOf({ hours, branches }: Pick<ShopConfig, 'hours' | 'branches'>, branchId: string): OpeningHours {
  const branchHours = branches.find(({ id }) => id === branchId)?.hours;
  return { ...hours, ...branchHours, exceptions: { ...hours.exceptions, ...branchHours?.exceptions } };
}

/** Whether banks and suppliers work: Monday to Friday, except when the shop is closed; never on a Saturday. */
export function isWorkingDay(date: Day, hours: OpeningHours): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday >= 1 && weekday <= 5 && hoursOn(date, hours) !== null;
}

export function addWorkingDays(date: Day, count: number, hours: OpeningHours): Day {
  let day = date;
  for (let daysLeft = count; daysLeft > 0; daysLeft -= 1) day = nextDayThat(isWorkingDay, day, hours);
  return day;
}

/** Returns `date` if it is a working day, otherwise the next working day. */
export function workingDayFrom(date: Day, hours: OpeningHours): Day {
  return isWorkingDay(date, hours) ? date : nextDayThat(isWorkingDay, date, hours);
}

/** Returns `date` if the branches open on it, otherwise the next day on which they open. */
export function openDayFrom(date: Day, hours: OpeningHours): Day {
  return isOpenDay(date, hours) ? date : nextDayThat(isOpenDay, date, hours);
}

export function workingDayBefore(date: Day, hours: OpeningHours): Day {
  let day = addDays(date, -1);
  while (!isWorkingDay(day, hours)) day = addDays(day, -1);
  return day;
}

function isOpenDay(date: Day, hours: OpeningHours): boolean {
  return hoursOn(date, hours) !== null;
}

function nextDayThat(matches: typeof isOpenDay, date: Day, hours: OpeningHours): Day {
  let day = addDays(date, 1);
  while (!matches(day, hours)) day = addDays(day, 1);
  return day;
}

/** Returns today, if the branches are open or will open today, otherwise the next day on which they open. */
export function firstOpenDay(now: Date, hours: OpeningHours): Day {
  const [today = '', time = ''] = wallClock(now).split('T');
  const hoursToday = hoursOn(today, hours);
  return hoursToday && time < hoursToday.closes ? today : nextDayThat(isOpenDay, today, hours);
}

/** Open only by booking counts as closed. `closes`, `opens`: `HH:MM` in Tallinn. `daysAhead`: 0 is today. */
export type Opening = { open: true; closes: string } | { open: false; day: Day; opens: string; daysAhead: number };

export function openingAt(now: Date, hours: OpeningHours): Opening {
  const [today = '', time = ''] = wallClock(now).split('T');
  const hoursToday = hoursOn(today, hours);
  if (hoursToday && time >= hoursToday.opens && time < hoursToday.closes)
    return { open: true, closes: hoursToday.closes };
  const day = hoursToday && time < hoursToday.opens ? today : nextDayThat(isOpenDay, today, hours);
  return {
    open: false,
    day,
    opens: hoursOn(day, hours)?.opens ?? '',
    daysAhead: Math.round((Date.parse(day) - Date.parse(today)) / dayMs),
  };
}

export function endOfDay(date: Day): Date {
  const utcMs = Date.parse(`${date}T23:59:59.999Z`);
  // `utcMs` is two or three hours after the end of the day. Clocks change at 01:00 UTC, so not between the two.
  return new Date(utcMs - utcOffsetMs(new Date(utcMs)));
}

export function startOfDay(date: Day): Date {
  return new Date(endOfDay(addDays(date, -1)).getTime() + 1);
}

export function instantAt(day: Day, time: string): Date {
  const utcMs = Date.parse(`${day}T${time}:00Z`);
  // `utcMs` is two or three hours after the instant, perhaps with another offset. `nearMs` is at most one hour off.
  const nearMs = utcMs - utcOffsetMs(new Date(utcMs));
  return new Date(utcMs - utcOffsetMs(new Date(nearMs)));
}

/** Returns the local time in Tallinn: `2026-11-21 18:05`. */
export function tallinnTime(instant: Date): string {
  return wallClock(instant).slice(0, 16).replace('T', ' ');
}

/** Returns the time of day in Tallinn: `18:05`. */
export function tallinnTimeOfDay(instant: Date): string {
  return wallClock(instant).slice(11, 16);
}
