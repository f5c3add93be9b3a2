import { useLocale } from 'use-intl';
import { unbrokenDate } from '../../shop/locale.ts';
import { timeZone } from './locale.ts';

/** Writes an instant (ISO 8601) as day and time in Tallinn: `reede, 27. november` and `09:00`. */
export function dayAndTime(at: string, languageTag: string): { day: string; time: string } {
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag, { timeZone, ...options }).format(new Date(at));
  return {
    day: unbrokenDate(text({ weekday: 'long', day: 'numeric', month: 'long' })),
    time: text({ hour: '2-digit', minute: '2-digit' }),
  };
}

export function useDayAndTime(): (at: string) => { day: string; time: string } {
  const languageTag = useLocale();
  return (at) => dayAndTime(at, languageTag);
}
