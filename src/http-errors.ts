import type { FastifyError, FastifyInstance } from 'fastify';
import { textOf } from './unroutable.ts';
import { apologyPage } from './web/apology-page.server.ts';
import { NotRendered } from './web/render-page.server.ts';

/**
 * Answers what goes wrong outside of the API, which has its problems. What is refused, such as a form of an unknown type, a part of a
 * file that there is not, or a method that no route has, is so in words of HTTP: without the framework's, and without what was asked.
 * Faults are logged, and the visitor gets an apology.
 */
export function registerHttpErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send(textOf(404)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    reply.header('cache-control', 'no-store');
    if (statusCode < 500) return reply.code(statusCode).type('text/plain; charset=utf-8').send(textOf(statusCode));
    if (!(error instanceof NotRendered)) request.log.error({ err: error }, 'request failed');
    return reply.code(500).type('text/html; charset=utf-8').send(apologyPage(request.url));
  });
}
