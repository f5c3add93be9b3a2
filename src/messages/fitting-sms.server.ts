import type { FittingTextMessage } from '../shop/checkout/fitting/texts.server.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import { locales } from '../shop/locale.ts';
import { translatorOf } from './translator.server.ts';

export function fittingSms(
  { kind, locale, branch: branchId, startsAt }: Pick<FittingTextMessage, 'kind' | 'locale' | 'branch' | 'startsAt'>,
  { name: shop, branches, phones }: ShopConfig,
): string {
  const t = translatorOf(locale, 'mail');
  const branch = branches.find(({ id }) => id === branchId);
  const place = { branch: branch?.name ?? branchId, street: branch?.street ?? '' };
  const phone = branch?.phone ?? phones[0] ?? '';
  return withSmsCharacters(t(`sms.${kind}`, { shop, when: smsTime(startsAt, locale), phone, ...place }));
}

/** Returns the day and the wall-clock time of an appointment in Tallinn. */
export function smsTime(startsAt: Date, locale: FittingTextMessage['locale']): string {
  const format = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(locales[locale].intl, { ...format, timeZone: 'Europe/Tallinn' }).format(startsAt);
}

/** Replaces `×` and no-break spaces: one character outside the GSM alphabet turns three SMS into seven. */
export const withSmsCharacters = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ').replaceAll('×', 'x');
