import type { FastifyPluginAsync } from 'fastify';
import { receiveWebhook } from '../shop/checkout/receive-webhook.server.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import { problem } from './problem.ts';

const bodyLimit = 64 * 1024;

/** `POST /v1/webhooks/{provider}`: the signature is checked on the body as it came, byte by byte. */
export const webhooks: FastifyPluginAsync<{ till: Till }> = async (app, { till }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { provider: string } }>(
    '/v1/webhooks/:provider',
    { bodyLimit, schema: { hide: true } },
    async (request, reply) => {
      const provider = till.providers.find(({ id }) => id === request.params.provider);
      if (!provider) return problem(reply, { status: 404, code: 'not-found' });
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const query = new URL(request.url, 'http://shop').searchParams;
      const reading = await provider.readWebhook({ body, headers: request.headers, query }, till.now());
      if (!reading.ok) {
        request.log.warn({ provider: provider.id, reason: reading.reason }, 'a webhook was refused');
        return problem(reply, { status: reading.reason === 'malformed' ? 400 : 401, code: reading.reason });
      }
      if (!('ignored' in reading)) await receiveWebhook(till, provider.id, reading);
      return reply.code(200).send({ received: true });
    },
  );
};
