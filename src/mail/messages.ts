import { createFormatter } from 'use-intl/core';
import { translatorOf } from '../messages/translator.server.ts';
import type { Day } from '../shop/calendar.ts';
import { type Locale, locales, unbrokenDate } from '../shop/locale.ts';
import { formatMoney, toCents } from '../shop/money.ts';
import { methodMessageKey } from '../shop/payment/payment-methods.ts';

/** Returns translators for mails, and formatters of amounts (euros) and of days and times (Tallinn). */
export function messagesIn(locale: Locale) {
  const format = createFormatter({ locale: locales[locale].intl, timeZone: 'Europe/Tallinn' });
  return {
    locale,
    mail: translatorOf(locale, 'mail'),
    orderPage: translatorOf(locale, 'success'),
    transfer: translatorOf(locale, 'transfer'),
    payment: translatorOf(locale, 'payment'),
    branch: translatorOf(locale, 'branch'),
    field: translatorOf(locale, 'order'),
    list: translatorOf(locale, 'list'),
    purchase: translatorOf(locale, 'purchase'),
    money: (euros: number) => formatMoney(toCents(euros), locale),
    // `day`: Friday 27 November; `date`: 27 November 2026; `fullDate`: Friday 27 November 2026.
    day: (day: Day) =>
      unbrokenDate(format.dateTime(aroundNoonInTallinn(day), { weekday: 'long', day: 'numeric', month: 'long' })),
    date: (day: Day) => unbrokenDate(format.dateTime(aroundNoonInTallinn(day), { dateStyle: 'long' })),
    // Without the comma that ICU puts after an English weekday.
    fullDate: (day: Day) =>
      unbrokenDate(format.dateTime(aroundNoonInTallinn(day), { dateStyle: 'full' })).replace(/^(\w+day),/, '$1'),
    appointment: (at: Date) =>
      unbrokenDate(
        format.dateTime(at, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
      ),
    dateTime: (at: Date) => unbrokenDate(format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' })),
  };
}

const aroundNoonInTallinn = (day: Day) => new Date(`${day}T10:00:00Z`);

export type Messages = ReturnType<typeof messagesIn>;

export function paymentLabel({ payment }: Messages, method: string): string {
  return payment(`${methodMessageKey(method)}.label`);
}
