import type { FastifyReply } from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import { translatorOf } from '../../messages/translator.server.ts';
import { type Locale, locales } from '../../shop/locale.ts';
import { PlainDocument } from '../plain-pages/plain-document.tsx';
import { errorPagePolicy, errorPageStyle } from './error-page.server.ts';

const retryAfterSeconds = 5;

/** `languages`: the page has a section in each. `reloads`: the page reloads itself after `retryAfterSeconds`. */
type Options = { languages: readonly Locale[]; reloads: boolean };

/** Sends the page that is shown while the database is unavailable. */
export function sendUnavailablePage(reply: FastifyReply, { languages, reloads }: Options): FastifyReply {
  const translations = languages.map((locale) => ({ ...locales[locale], t: translatorOf(locale, 'away') }));
  const page = (
    <PlainDocument
      language={translations[0]?.language ?? ''}
      title={translations[0]?.t('title') ?? ''}
      style={errorPageStyle}
      head={reloads && <meta httpEquiv="refresh" content={`${retryAfterSeconds}`} />}
    >
      {translations.map(({ language, t }) => (
        <section key={language} lang={language}>
          <h1>{t('title')}</h1>
          <p>{t(reloads ? 'wait' : 'repeat')}</p>
        </section>
      ))}
    </PlainDocument>
  );
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': errorPagePolicy,
      'referrer-policy': 'no-referrer',
      'retry-after': retryAfterSeconds,
    })
    .send(`<!DOCTYPE html>${renderToStaticMarkup(page)}`);
}
