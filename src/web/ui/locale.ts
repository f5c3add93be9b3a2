import { useLocale } from 'use-intl';
import { type Locale, localeIds, locales } from '../../shop/locale.ts';

export const timeZone = 'Europe/Tallinn';

/** Returns the language of the page. IntlProvider has only its region (`et-EE`). */
export function useShopLocale(): Locale {
  const region = useLocale();
  return localeIds.find((id) => locales[id].region === region) ?? 'ee';
}

export function useDateFormat(): (time: Date, options: Intl.DateTimeFormatOptions) => string {
  const region = useLocale();
  return (time, options) => new Intl.DateTimeFormat(region, { timeZone, ...options }).format(time);
}

/** Returns a time on a calendar day (`2026-11-24`) in Tallinn, for `useDateFormat`. */
export function calendarDay(date: string): Date {
  return new Date(`${date}T10:00:00Z`);
}

/** Returns a function that writes a calendar day in Tallinn without its year: `reede, 27. november`. */
export function useDayText(): (date: string) => string {
  const format = useDateFormat();
  return (date) => format(calendarDay(date), { weekday: 'long', day: 'numeric', month: 'long' });
}
