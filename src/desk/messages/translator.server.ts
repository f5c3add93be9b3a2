import { createTranslator } from 'use-intl/core';
import { type Locale, locales } from '../../shop/locale.ts';
import ee from './ee.json';
import en from './en.json';
import ru from './ru.json';

type DeskMessages = typeof en;

const messages: Record<Locale, DeskMessages> = { ee, en, ru };

export function deskTranslatorOf<N extends keyof DeskMessages>(locale: Locale, namespace: N) {
  return createTranslator<DeskMessages, N>({ locale: locales[locale].intl, messages: messages[locale], namespace });
}
