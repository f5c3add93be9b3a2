import { useLocale } from 'use-intl';
import { type Locale, localeIds, locales, unbrokenDate } from '../../shop/locale.ts';

export const timeZone = 'Europe/Tallinn';

/** Returns the shop's id of the page's language (`ee`). IntlProvider has only the language tag (`et-EE`). */
export function useShopLocale(): Locale {
  const languageTag = useLocale();
  return localeIds.find((id) => locales[id].intl === languageTag) ?? 'ee';
}

export function useDateFormat(): (time: Date, options: Intl.DateTimeFormatOptions) => string {
  const languageTag = useLocale();
  return (time, options) => unbrokenDate(new Intl.DateTimeFormat(languageTag, { timeZone, ...options }).format(time));
}

/** Returns an instant on a calendar day (`2026-11-24`) in Tallinn, for `useDateFormat`. */
export function calendarDay(date: string): Date {
  return new Date(`${date}T10:00:00Z`);
}

/** Returns a function that writes a calendar day in Tallinn without its year: `reede, 27. november`. */
export function useDayText(): (date: string) => string {
  const format = useDateFormat();
  return (date) => format(calendarDay(date), { weekday: 'long', day: 'numeric', month: 'long' });
}
