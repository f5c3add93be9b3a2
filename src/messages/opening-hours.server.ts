import type { Day } from '../shop/calendar.ts';
import type { Hours, ShopConfig } from '../shop/config/shop-config.ts';
import { type Locale, locales } from '../shop/locale.ts';
import { translatorOf } from './translator.server.ts';

/** `times` is separate from the text because it stays on one line; empty where there are no hours. */
export type HoursLine = { text: string; times: string };

const daysAhead = 7;

/** The hours of an ordinary week: `Monday–Friday 09:00–18:00`, `Weekends by booking`. */
export function weekLines({ weekdays, saturdays }: ShopConfig['hours'], locale: Locale): HoursLine[] {
  const t = translatorOf(locale, 'hours');
  if (!saturdays) return [line(t('weekdays'), weekdays), line(t('weekends'))];
  return [line(t('weekdays'), weekdays), line(t('saturdays'), saturdays), line(t('sundays'))];
}

/** Days with other hours from today to a week ahead: `Thu 24 December: closed`. */
export function comingLines({ exceptions }: ShopConfig['hours'], locale: Locale, today: Day): HoursLine[] {
  const t = translatorOf(locale, 'hours');
  const last = new Date(Date.parse(today) + daysAhead * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const days = Object.keys(exceptions).filter((day) => day >= today && day <= last);
  return days.sort().map((day) => {
    const open = exceptions[day];
    const text = `${dayText(day, locale)}:`;
    return open ? line(text, open) : { text, times: t('closed') };
  });
}

function line(text: string, hours?: Hours): HoursLine {
  return { text, times: hours ? `${hours.opens}–${hours.closes}` : '' };
}

function dayText(day: Day, locale: Locale): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales[locale].region, format).format(new Date(day));
}
