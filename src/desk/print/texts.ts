import { createFormatter } from 'use-intl/core';
import type { Day } from '../../shop/calendar.ts';
import { type Locale, locales } from '../../shop/locale.ts';
import { type Cents, formatMoney } from '../../shop/money.ts';
import { deskTranslatorOf } from '../messages/translator.server.ts';

export type PrintTexts = ReturnType<typeof textsIn>;

const textsCache = new Map<Locale, PrintTexts>();

export function printTexts(locale: Locale): PrintTexts {
  const texts = textsCache.get(locale) ?? textsIn(locale);
  textsCache.set(locale, texts);
  return texts;
}

const numericDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

function textsIn(locale: Locale) {
  const { intl, language } = locales[locale];
  const format = createFormatter({ locale: intl, timeZone: 'Europe/Tallinn' });
  return {
    language,
    t: deskTranslatorOf(locale, 'print'),
    day: (day: Day) => format.dateTime(dateOf(day), numericDay),
    dayAndMonth: (day: Day) => format.dateTime(dateOf(day), { day: '2-digit', month: '2-digit' }),
    longDay: (day: Day) => format.dateTime(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long' }),
    time: (at: Date) => format.dateTime(at, { ...numericDay, hour: '2-digit', minute: '2-digit' }),
    money: (cents: Cents) => formatMoney(cents, locale),
  };
}

/** At 10:00 UTC the calendar day in Tallinn is the same as in UTC. */
const dateOf = (day: Day) => new Date(`${day}T10:00:00Z`);
