import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';

/** Milliseconds: longer than a provider is waited for, shorter than anybody waits. */
const mostMs = 10_000;

/**
 * Makes calls below `app` that nobody has answered in time end with 503: a database that hangs tells nobody. Their work
 * goes on; an order that is asked for again under its key is the same order. (Fastify's own `handlerTimeout` forgets a
 * request as soon as its body has been read.)
 */
export function answerInTime(app: FastifyInstance, ms = mostMs): void {
  app.addHook('preHandler', async (request, reply) => {
    const late = setTimeout(() => {
      if (reply.sent) return;
      request.log.warn('no answer in time');
      problem(reply.header('retry-after', 5), { status: 503, code: 'unavailable' });
    }, ms);
    reply.raw.once('close', () => clearTimeout(late));
  });
}
