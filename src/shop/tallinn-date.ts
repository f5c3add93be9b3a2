let day: Intl.DateTimeFormat | undefined;

/**
 * The calendar day in Tallinn, `YYYY-MM-DD`. By itself, so that every page of the browser can afford it; and its format is made
 * when it is needed, because the first of a browser takes it some 10 ms.
 */
export function tallinnDate(now: Date): string {
  day ??= new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Tallinn' });
  return day.format(now);
}
