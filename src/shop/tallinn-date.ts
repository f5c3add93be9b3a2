let dayFormat: Intl.DateTimeFormat | undefined;

/** `YYYY-MM-DD` in Tallinn. Every page loads this, so the format, which takes 10 ms, is created on first use. */
export function tallinnDate(now: Date): string {
  dayFormat ??= new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Tallinn' });
  return dayFormat.format(now);
}
