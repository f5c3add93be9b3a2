import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

/** An address that is none, such as `/%zz`: said without repeating it. */
export function answerBadUrl(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .headers({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
    })
    .type('text/plain; charset=utf-8')
    .send('Bad request\n');
}
