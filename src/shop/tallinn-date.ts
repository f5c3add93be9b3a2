const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Tallinn' });

/** The calendar day in Tallinn, `YYYY-MM-DD`. By itself, so that every page of the browser can afford it. */
export function tallinnDate(now: Date): string {
  return day.format(now);
}
