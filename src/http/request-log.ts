import type { FastifyInstance } from 'fastify';

/** Gives each answer an id, and at level `info` a line in the log: with its route and never its URL, which may hold a key. */
export function logRequests(app: FastifyInstance): void {
  // In `onSend`, after cached responses have noted their headers.
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'answered');
  });
}
