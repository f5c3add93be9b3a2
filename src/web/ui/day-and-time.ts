import { useLocale } from 'use-intl';
import { timeZone } from './locale.ts';

/** Writes an instant (ISO 8601) as day and time in Tallinn: `reede, 27. november` and `09:00`. */
export function dayAndTime(at: string, languageTag: string): { day: string; time: string } {
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag, { timeZone, ...options }).format(new Date(at));
  return {
    // A no-break space keeps the number of the day beside its month.
    day: text({ weekday: 'long', day: 'numeric', month: 'long' }).replace(/(\d\.?) /, '$1\u00A0'),
    time: text({ hour: '2-digit', minute: '2-digit' }),
  };
}

export function useDayAndTime(): (at: string) => { day: string; time: string } {
  const languageTag = useLocale();
  return (at) => dayAndTime(at, languageTag);
}
