import { createFormatter } from 'use-intl/core';
import { translatorOf } from '../messages/translator.server.ts';
import type { Day } from '../shop/calendar.ts';
import { type Locale, locales } from '../shop/locale.ts';
import { formatMoney, toCents } from '../shop/money.ts';

/** The words of one language that mails use, and how it writes amounts (in euros), days and moments in Tallinn. */
export function wordsIn(locale: Locale) {
  const format = createFormatter({ locale: locales[locale].region, timeZone: 'Europe/Tallinn' });
  return {
    locale,
    mail: translatorOf(locale, 'letter'),
    success: translatorOf(locale, 'success'),
    transfer: translatorOf(locale, 'transfer'),
    payment: translatorOf(locale, 'payment'),
    branch: translatorOf(locale, 'branch'),
    field: translatorOf(locale, 'order'),
    list: translatorOf(locale, 'list'),
    money: (euros: number) => formatMoney(toCents(euros), locale),
    day: (day: Day) => whole(format.dateTime(noonOf(day), { weekday: 'long', day: 'numeric', month: 'long' })),
    dayOfYear: (day: Day) => whole(format.dateTime(noonOf(day), { dateStyle: 'full' })),
    moment: (at: Date) => whole(format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' })),
  };
}

const noonOf = (day: Day) => new Date(`${day}T10:00:00Z`);

const whole = (date: string) => date.replace(/(\d\.?) (?=\p{L})/u, '$1\u00A0');

export type Words = ReturnType<typeof wordsIn>;

export function paymentLabel({ mail, payment }: Words, method: string): string {
  if (method === 'bank_transfer' || method === 'pay_at_branch') return payment(`${method}.label`);
  return mail('payOnline');
}
