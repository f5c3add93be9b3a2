import { createFormatter } from 'use-intl/core';
import type { Day } from '../../shop/calendar.ts';
import { type Locale, locales } from '../../shop/locale.ts';
import { type Cents, formatMoney } from '../../shop/money.ts';
import { deskTranslatorOf } from '../messages/translator.server.ts';

export type PrintWords = ReturnType<typeof wordsIn>;

const wordsCache = new Map<Locale, PrintWords>();

/** Returns the words of printed documents in one language, and formatters of amounts, days and times in Tallinn. */
export function printWords(locale: Locale): PrintWords {
  const words = wordsCache.get(locale) ?? wordsIn(locale);
  wordsCache.set(locale, words);
  return words;
}

function wordsIn(locale: Locale) {
  const { region, language } = locales[locale];
  const format = createFormatter({ locale: region, timeZone: 'Europe/Tallinn' });
  return {
    language,
    t: deskTranslatorOf(locale, 'print'),
    day: (day: Day) => format.dateTime(noonOf(day), { day: '2-digit', month: '2-digit', year: 'numeric' }),
    dayAndMonth: (day: Day) => format.dateTime(noonOf(day), { day: '2-digit', month: '2-digit' }),
    longDay: (day: Day) => format.dateTime(noonOf(day), { weekday: 'long', day: 'numeric', month: 'long' }),
    time: (at: Date) => format.dateTime(at, { dateStyle: 'short', timeStyle: 'short' }),
    money: (cents: Cents) => formatMoney(cents, locale),
  };
}

const noonOf = (day: Day) => new Date(`${day}T10:00:00Z`);
