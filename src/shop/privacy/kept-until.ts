import { type Day, startOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** Returns the day that is so many years and days later. 29 February becomes 28 February in common years. */
export function shiftDay(day: Day, { days = 0, years = 0 }: { days?: number; years?: number }): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + years, month - 1, Math.min(date, lastOfMonth) + days)).toISOString().slice(0, 10);
}

/** Returns the last day of a period from the end of the financial year, a calendar year (Accounting Act, § 13). */
export function lastDayOfFinancialYears(event: Date, years: number): Day {
  return `${Number(tallinnDate(event).slice(0, 4)) + years}-12-31`;
}

/** Returns the start of the first day whose events are still kept: the periods of all earlier events have ended. */
export function retentionLimit(now: Date, period: { days?: number; years?: number }): Date {
  const today = tallinnDate(now);
  const firstDay = shiftDay(today, { days: -(period.days ?? 0), years: -(period.years ?? 0) });
  // `shiftDay` has made a 28 February of a 29 February, and the periods of events on that 28 February ended yesterday.
  const wasCutToFebruary28 = period.years !== undefined && firstDay.slice(5) !== today.slice(5);
  return startOfDay(wasCutToFebruary28 ? shiftDay(firstDay, { days: 1 }) : firstDay);
}

/** As `retentionLimit`, for a period that counts from the end of the financial year. */
export function financialYearLimit(now: Date, years: number): Date {
  return startOfDay(`${Number(tallinnDate(now).slice(0, 4)) - years}-01-01`);
}
