import { translatorOf } from '../messages/translator.server.ts';
import { type Locale, locales } from '../shop/locale.ts';

/** The page of a shop that has more visitors than it can serve, in each language: small, and without anything to load. */
export function overloadedPages(): Record<Locale, string> {
  return { ee: pageIn('ee'), en: pageIn('en'), ru: pageIn('ru') };
}

function pageIn(locale: Locale): string {
  const t = translatorOf(locale, 'overloaded');
  return `<!DOCTYPE html><html lang="${locales[locale].language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${t('title')}</title></head>
<body><h1>${t('title')}</h1><p>${t('text')}</p></body></html>
`;
}
