import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { clientOf } from '../http/client.ts';
import { receiveWebhook } from '../shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { problem } from './problem.ts';

const bodyLimit = 64 * 1024;

type LimitState = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

// `isAllowed` is true only for addresses on an allow list, which the limits below do not have.
const isExceeded = (state: LimitState) => !state.isAllowed && state.isExceeded;

/** These limits also apply if buyers' requests are not limited. In that case `allowList` of `registerGuards`, which the empty list replaces, exempts all requests. */
const limitOptions = { timeWindow: '1 minute', allowList: [] };
/** After this many refused webhooks in a minute, the client's further webhooks get 429 without verification. */
const refusalsPerMinute = 60;
const warningsPerMinute = 1;

/** `POST /v1/webhooks/{provider}`: verifies the signature of the raw body, stores the event, enqueues its job. */
export const webhooks: FastifyPluginAsync<{ shop: ShopContext }> = async (app, { shop }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const refusalLimit = app.createRateLimit({
    max: refusalsPerMinute,
    ...limitOptions,
    keyGenerator: ({ ip }) => clientOf(ip),
  });
  const warningLimit = app.createRateLimit({
    max: warningsPerMinute,
    ...limitOptions,
    keyGenerator: ({ params }) => `${(params as { provider: string }).provider}`,
  });
  app.post<{ Params: { provider: string } }>(
    '/v1/webhooks/:provider',
    { bodyLimit, config: { queue: 'payments' }, schema: { hide: true } },
    async (request, reply) => {
      const provider = shop.providers.find(({ id }) => id === request.params.provider);
      if (!provider) return problem(reply, { status: 404, code: 'not-found' });
      const refusals = await refusalLimit(request, { increment: false });
      if (isExceeded(refusals)) return problem(reply, { status: 429, code: 'too-many-requests' });
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const query = new URL(request.url, 'http://shop').searchParams;
      const webhook = await provider.readWebhook({ body, headers: request.headers, query }, shop.now());
      if (!webhook.ok) {
        await refusalLimit(request);
        const { reason } = webhook;
        const warnings = await warningLimit(request);
        if (!isExceeded(warnings)) request.log.warn({ provider: provider.id, reason }, 'webhooks are refused');
        return problem(reply, { status: reason === 'malformed' ? 400 : 401, code: reason });
      }
      if (!('ignored' in webhook)) await receiveWebhook(shop, provider.id, webhook);
      return reply.code(200).send({ received: true });
    },
  );
};
