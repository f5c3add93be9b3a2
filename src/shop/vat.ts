import type { Day } from './calendar.ts';
import { tallinnDate } from './tallinn-date.ts';

/** A rate of VAT in whole percent, and the day in Tallinn from which on it is in force. */
export type VatRate = { from: Day; percent: number };

/**
 * The rate of VAT at an instant, by the calendar in Tallinn, in whatever order the rates stand. A price that is shown
 * includes the tax and does not follow it. Throws RangeError before the first rate.
 */
export function vatPercentAt(rates: readonly VatRate[], now: Date): number {
  const today = tallinnDate(now);
  const [current] = rates.filter(({ from }) => from <= today).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  if (!current) throw new RangeError(`no rate of VAT on ${today}`);
  return current.percent;
}
