import { addDays, type Day } from '../shop/calendar.ts';
import type { Hours, ShopConfig } from '../shop/config/shop-config.ts';
import { type Locale, locales } from '../shop/locale.ts';
import { translatorOf } from './translator.server.ts';

/** `times`: the hours or `closed`, which a page shows without a line break; empty for `Weekends by booking`. */
export type HoursLine = { text: string; times: string };

const daysAhead = 7;

/** The hours of an ordinary week: `Monday–Friday 09:00–18:00`, `Weekends by booking`. */
export function weekLines({ weekdays, saturdays }: ShopConfig['hours'], locale: Locale): HoursLine[] {
  const t = translatorOf(locale, 'hours');
  if (!saturdays) return [hoursLine(t('weekdays'), weekdays), hoursLine(t('weekends'))];
  return [hoursLine(t('weekdays'), weekdays), hoursLine(t('saturdays'), saturdays), hoursLine(t('sundays'))];
}

/** Returns exceptions to the usual hours, from `today` to the same weekday a week later: `Thu 24 December: closed`. */
export function exceptionLines({ exceptions }: ShopConfig['hours'], locale: Locale, today: Day): HoursLine[] {
  const t = translatorOf(locale, 'hours');
  const lastDay = addDays(today, daysAhead);
  const days = Object.keys(exceptions).filter((day) => day >= today && day <= lastDay);
  return days.sort().map((day) => {
    const hours = exceptions[day];
    const text = `${dayText(day, locale)}:`;
    return hours ? hoursLine(text, hours) : { text, times: t('closed') };
  });
}

function hoursLine(text: string, hours?: Hours): HoursLine {
  return { text, times: hours ? `${hours.opens}–${hours.closes}` : '' };
}

function dayText(day: Day, locale: Locale): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales[locale].intl, format).format(new Date(day));
}
