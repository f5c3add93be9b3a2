import type { Messages } from 'use-intl';
import type { Locale } from '../../shop/locale.ts';

const imports: Record<Locale, () => Promise<{ default: unknown }>> = {
  ee: () => import('../../messages/ee.json'),
  en: () => import('../../messages/en.json'),
  ru: () => import('../../messages/ru.json'),
};

const loaded = new Map<Locale, Messages>();

/** Loads a language's words once. A failure is only logged: the page then shows the keys' English fallback or nothing worse. */
export async function loadMessages(locale: Locale): Promise<void> {
  if (loaded.has(locale)) return;
  try {
    loaded.set(locale, (await imports[locale]()).default as Messages);
  } catch (error) {
    console.error(`messages ${locale} could not be loaded`, error);
  }
}

/** The words of a language, or of whichever language has been loaded when that one is missing. */
export function messagesOf(locale: Locale): Messages {
  return loaded.get(locale) ?? loaded.values().next().value ?? ({} as Messages);
}
