import { createTranslator, type Messages } from 'use-intl/core';
import { type Locale, locales } from '../shop/locale.ts';
import ee from './ee.json';
import en from './en.json';
import ru from './ru.json';

const all: Record<Locale, Messages> = { ee, en, ru };

/** The words of one language, for what speaks outside of pages: the API and letters. */
export function translatorOf<N extends keyof Messages>(locale: Locale, namespace: N) {
  return createTranslator<Messages, N>({ locale: locales[locale].region, messages: all[locale], namespace });
}
