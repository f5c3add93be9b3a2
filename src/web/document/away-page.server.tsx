import { renderToStaticMarkup } from 'react-dom/server';
import { translatorOf } from '../../messages/translator.server.ts';
import { type Locale, locales } from '../../shop/locale.ts';

export const awaySeconds = 5;

/** The page while the database is unavailable, in several languages; `again`: the browser reloads it by itself. */
export function awayPage(languages: readonly Locale[], again: boolean): string {
  const words = languages.map((locale) => ({ ...locales[locale], t: translatorOf(locale, 'away') }));
  const page = (
    <html lang={words[0]?.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {again && <meta httpEquiv="refresh" content={`${awaySeconds}`} />}
        <title>{words[0]?.t('title')}</title>
      </head>
      <body>
        {words.map(({ language, t }) => (
          <section key={language} lang={language}>
            <h1>{t('title')}</h1>
            <p>{t(again ? 'wait' : 'repeat')}</p>
          </section>
        ))}
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
