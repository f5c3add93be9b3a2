import { addDays, type Day } from '../shop/calendar.ts';
import type { CollectionDays } from '../shop/checkout/place/collection-days.ts';
import { type Locale, locales } from '../shop/locale.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { translatorOf } from './translator.server.ts';

/** `texts`: one for each day (`today`, `Tue 24 Nov`), from the server, because browsers abbreviate differently. */
export type CollectionDaysWithTexts = CollectionDays & { texts: string[] };

export function withDayTexts(collection: CollectionDays, locale: Locale, now: Date): CollectionDaysWithTexts {
  const today = tallinnDate(now);
  return { ...collection, texts: collection.days.map((day) => dayText(day, locale, today)) };
}

function dayText(day: Day, locale: Locale, today: Day): string {
  const t = translatorOf(locale, 'hours');
  if (day === today) return t('today');
  if (day === addDays(today, 1)) return t('tomorrow');
  const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(locales[locale].intl, format).format(new Date(day));
  return withNoBreakSpaces(text);
}

function withNoBreakSpaces(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}
