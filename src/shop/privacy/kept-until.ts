import { type Day, startOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** The 29th of February becomes the 28th in other years. */
export function shifted(day: Day, { days = 0, years = 0 }: { days?: number; years?: number }): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + years, month - 1, Math.min(date, lastOfMonth) + days)).toISOString().slice(0, 10);
}

/** The last day of a period from the end of the event's financial year, a calendar year (RPS § 13). */
export function lastDayOfYears(event: Date, years: number): Day {
  return `${Number(tallinnDate(event).slice(0, 4)) + years}-12-31`;
}

/** Periods of events before this instant are over. */
export function overBefore(now: Date, time: { days?: number; years?: number }): Date {
  const today = tallinnDate(now);
  const back = shifted(today, { days: -(time.days ?? 0), years: -(time.years ?? 0) });
  // On the 29th of February, a period from a 28th ended yesterday.
  const leap = time.years !== undefined && back.slice(5) !== today.slice(5);
  return startOfDay(leap ? shifted(back, { days: 1 }) : back);
}

export function overBeforeYears(now: Date, years: number): Date {
  return startOfDay(`${Number(tallinnDate(now).slice(0, 4)) - years}-01-01`);
}
