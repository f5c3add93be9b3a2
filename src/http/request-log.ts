import type { FastifyInstance } from 'fastify';

/**
 * Gives each answer the id under which the log speaks of it, and at level `info` writes a line for it: the route and never the address, which
 * may hold a key or what somebody typed. Answers out of memory are not among them; the metrics count those.
 */
export function logRequests(app: FastifyInstance): void {
  // As late as this: answers that are kept take along the headers that they had before.
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'answered');
  });
}
