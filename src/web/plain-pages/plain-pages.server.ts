import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { clientOf } from '../../http/client.ts';
import { isDatabaseUnavailable } from '../../shop/database-unavailable.server.ts';
import type { Locale } from '../../shop/locale.ts';
import { hashSource } from '../document/content-security-policy.server.ts';
import { sendUnavailablePage } from '../document/unavailable-page.server.tsx';

const bodyLimit = 4096;

type Options = {
  /** Requests per minute and client address; null: no limit. */
  requestsPerMinute: number | null;
  /** The languages of the page that is shown while the database is unavailable. */
  languages: readonly Locale[];
  style: string;
};

export type SendPage = (reply: FastifyReply, code: number, content: ReactElement) => FastifyReply;

/** Parses forms, limits the rate, answers 503 without database. Returns a function to send uncached, unindexed pages. */
export async function registerPlainPages(
  app: FastifyInstance,
  { requestsPerMinute, languages, style }: Options,
): Promise<SendPage> {
  const keyGenerator = ({ ip }: FastifyRequest) => clientOf(ip);
  if (requestsPerMinute !== null)
    await app.register(rateLimiter, { max: requestsPerMinute, timeWindow: '1 minute', keyGenerator });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler((error: Error, request, reply) => {
    if (!isDatabaseUnavailable(error)) throw error;
    request.log.warn({ err: error }, 'the database is unreachable');
    return sendUnavailablePage(reply, { languages, reloads: request.method === 'GET' });
  });
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (reply, code, content) =>
    reply
      .code(code)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(`<!DOCTYPE html>${renderToStaticMarkup(content)}`);
}

/** Returns the fields of a submitted form; none if the body is not a form. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

export function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URL(url, 'http://shop').searchParams;
}
