import { useLocale } from 'use-intl';
import { type Locale, localeIds, locales } from '../../shop/locale.ts';

export const timeZone = 'Europe/Tallinn';

/** The language of the page; the messages' provider knows it by its region (`et-EE`). */
export function useShopLocale(): Locale {
  const region = useLocale();
  return localeIds.find((id) => locales[id].region === region) ?? 'ee';
}

/** Formats times as the clocks in Tallinn show them. */
export function useDateFormat(): (time: Date, options: Intl.DateTimeFormatOptions) => string {
  const region = useLocale();
  return (time, options) => new Intl.DateTimeFormat(region, { timeZone, ...options }).format(time);
}

/** A calendar day (`2026-11-24`) as a time that falls on it in Tallinn, for `useDateFormat`. */
export function calendarDay(date: string): Date {
  return new Date(`${date}T10:00:00Z`);
}
