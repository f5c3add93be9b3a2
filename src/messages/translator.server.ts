import { createTranslator, type Messages } from 'use-intl/core';
import { type Locale, locales } from '../shop/locale.ts';
import ee from './ee.json';
import en from './en.json';
import ru from './ru.json';

const messagesByLocale: Record<Locale, Messages> = { ee, en, ru };

/** Returns a translator of one namespace for code outside of pages, such as API and mails. */
export function translatorOf<N extends keyof Messages>(locale: Locale, namespace: N) {
  return createTranslator<Messages, N>({
    locale: locales[locale].intl,
    messages: messagesByLocale[locale],
    namespace,
  });
}
