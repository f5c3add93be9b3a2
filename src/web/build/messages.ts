import type { Messages } from 'use-intl';
import type { Locale } from '../../shop/locale.ts';

const imports: Record<Locale, () => Promise<{ default: unknown }>> = {
  ee: () => import('../../messages/ee.json'),
  en: () => import('../../messages/en.json'),
  ru: () => import('../../messages/ru.json'),
};

const loaded = new Map<Locale, Messages>();

/**
 * Loads a language's words once. A failure is only logged; then English is loaded to stand in, and the next call tries
 * again. Resolves to whether the language's own words are there.
 */
export async function loadMessages(locale: Locale): Promise<boolean> {
  if (loaded.has(locale)) return true;
  try {
    loaded.set(locale, (await imports[locale]()).default as Messages);
    return true;
  } catch (error) {
    console.error(`messages ${locale} could not be loaded`, error);
    if (locale !== 'en') await loadMessages('en');
    return false;
  }
}

/** The words of a language; where they are missing English ones, or those that have been loaded. */
export function messagesOf(locale: Locale): Messages {
  return loaded.get(locale) ?? loaded.get('en') ?? loaded.values().next().value ?? ({} as Messages);
}
