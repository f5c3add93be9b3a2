import type { Day } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The last of the 14 days after a declaration of withdrawal, in which tires and money go back (VÕS § 56¹). */
export function returnBy(receivedAt: Date): Day {
  return new Date(Date.parse(tallinnDate(receivedAt)) + 14 * dayMs).toISOString().slice(0, 10);
}
