import { translatorOf } from '../messages/translator.server.ts';
import type { Locale } from '../shop/locale.ts';
import { plainPage } from './plain-page.server.ts';

/** The page of a shop that has more visitors than it can serve, in each language. */
export function overloadedPages(): Record<Locale, string> {
  return { ee: pageIn('ee'), en: pageIn('en'), ru: pageIn('ru') };
}

function pageIn(locale: Locale): string {
  const t = translatorOf(locale, 'overloaded');
  return plainPage(locale, t('title'), `<p>${t('text')}</p>`);
}
