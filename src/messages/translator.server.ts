import { createTranslator, type Messages } from 'use-intl/core';
import { type Locale, locales } from '../shop/locale.ts';
import ee from './ee.json';
import en from './en.json';
import ru from './ru.json';

const messagesByLocale: Record<Locale, Messages> = { ee, en, ru };

/** The messages of one language, outside of pages: API and mail. */
export function translatorOf<N extends keyof Messages>(locale: Locale, namespace: N) {
  return createTranslator<Messages, N>({
    locale: locales[locale].region,
    messages: messagesByLocale[locale],
    namespace,
  });
}
