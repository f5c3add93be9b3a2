import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, localeOfPath } from '../shop/locale.ts';
import { statusText } from './malformed-requests.ts';

/** Returns the HTML page of a status, or undefined if there is none. `path`: as the client sent it, without query. `isRead`: of a GET or HEAD. */
export type ErrorPageOf = (status: number, locale: Locale, path: string, isRead: boolean) => string | undefined;

export type ErrorPages = ReturnType<typeof openErrorPages>;

const filePath = /\.(?:avif|css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

const codeOfStatus: Record<number, string> = { 404: 'not-found', 500: 'internal', 503: 'overloaded' };

/** Sends problem+json below `/api/`. Elsewhere sends HTML if there is a page, but text for a file, and for a 4xx to a request that is neither GET nor HEAD. */
export function openErrorPages() {
  let pageOf: ErrorPageOf = () => undefined;
  let contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'";

  function bodyOf(status: number, path: string, method: string): [type: string, body: string] {
    if (path.startsWith('/api/')) {
      const title = statusText(status).trim();
      const problem = { type: 'about:blank', title, status, code: codeOfStatus[status] ?? 'bad-request' };
      return ['application/problem+json', JSON.stringify(problem)];
    }
    const isRead = method === 'GET' || method === 'HEAD';
    const isPlainText = filePath.test(path) || (status < 500 && !isRead);
    const page = isPlainText ? undefined : pageOf(status, localeOfPath(path), path, isRead);
    return page ? ['text/html; charset=utf-8', page] : ['text/plain; charset=utf-8', statusText(status)];
  }

  return {
    setPages(newPageOf: ErrorPageOf, newPolicy: string): void {
      pageOf = newPageOf;
      contentSecurityPolicy = newPolicy;
    },

    send(status: number, { url, method }: FastifyRequest, reply: FastifyReply): FastifyReply {
      const [type, body] = bodyOf(status, url.split('?', 1)[0] ?? '/', method);
      const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
      reply.code(status).headers({ ...headers, 'content-security-policy': contentSecurityPolicy });
      if (status === 503) reply.header('retry-after', 3);
      return reply.send(body);
    },
  };
}

export function sendFileNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found');
}

type Options = {
  redirectFor: (url: string) => string | null;
  shouldLog: (error: Error) => boolean;
};

export function registerErrorPages(app: FastifyInstance, pages: ErrorPages, { redirectFor, shouldLog }: Options): void {
  app.setNotFoundHandler((request, reply) => {
    const target = request.method === 'GET' ? redirectFor(request.url) : null;
    return target === null ? pages.send(404, request, reply) : reply.redirect(target, 301);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode >= 500 && shouldLog(error)) request.log.error({ err: error }, 'request failed');
    // Every 5xx becomes 500: 503 would send the page which says that the server is overloaded.
    return pages.send(Math.min(statusCode, 500), request, reply);
  });
}
