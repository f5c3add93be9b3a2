import { renderToStaticMarkup } from 'react-dom/server';
import { translatorOf } from '../../messages/translator.server.ts';
import { type Locale, locales } from '../../shop/locale.ts';

export const retryAfterSeconds = 5;

/** Renders the page for an unavailable database, a section for each language. `reloads`: itself, after 5 s. */
export function unavailablePage(languages: readonly Locale[], { reloads }: { reloads: boolean }): string {
  const translations = languages.map((locale) => ({ ...locales[locale], t: translatorOf(locale, 'away') }));
  const page = (
    <html lang={translations[0]?.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {reloads && <meta httpEquiv="refresh" content={`${retryAfterSeconds}`} />}
        <title>{translations[0]?.t('title')}</title>
      </head>
      <body>
        {translations.map(({ language, t }) => (
          <section key={language} lang={language}>
            <h1>{t('title')}</h1>
            <p>{t(reloads ? 'wait' : 'repeat')}</p>
          </section>
        ))}
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
