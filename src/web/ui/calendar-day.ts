/** A calendar day (`2026-11-24`) as a moment that falls on it in Tallinn, for the formatter of the page. */
export function calendarDay(date: string): Date {
  return new Date(`${date}T10:00:00Z`);
}
