import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { queueRoutes } from '../http/admission/admission.ts';
import { answerInTime } from './answer-in-time.ts';
import { orderActs } from './order-acts.ts';
import { registerGuards } from './order-request.ts';
import { type OrdersOptions, orders } from './orders.ts';
import { paymentMethods } from './payment-methods.ts';
import { paymentReturn, type ReturnOptions } from './payment-return.ts';
import { registerProblems } from './problem.ts';
import { products } from './products.ts';
import { related } from './related.ts';
import type { BrowsingOptions } from './send-list.ts';
import { usedSchemas } from './used-schemas.ts';
import { webhooks } from './webhooks.ts';
import { withdrawals } from './withdrawals.ts';

export type ApiOptions = OrdersOptions &
  BrowsingOptions &
  Pick<ReturnOptions, 'successPage' | 'awayPage'> & {
    /** Origins of pages that call from elsewhere; none: the pages share the API's origin. */
    allowedOrigins: string[];
    publicUrl: string;
  };

/** The HTTP API with its OpenAPI document and readable page; registered under `/api`. */
export const api: FastifyPluginAsync<ApiOptions> = async (
  app,
  { allowedOrigins, publicUrl, successPage, awayPage, cache, ...shop },
) => {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerProblems(app);
  answerInTime(app);
  await registerGuards(app);
  if (allowedOrigins.length > 0) {
    app.addHook('onRoute', (route) => {
      if (route.method === 'OPTIONS') route.config = { queue: 'files' };
    });
    await app.register(cors, {
      origin: allowedOrigins,
      methods: ['GET', 'POST'],
      allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Device-Id', 'Order-Token'],
      exposedHeaders: ['Retry-After'],
      maxAge: 600,
    });
  }
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${shop.till.facts.name} API`,
        description:
          'Money is euros with at most two decimals, VAT included. Errors are RFC 9457 problems with a code.',
        version: '1.0.0',
      },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
    transformObject: usedSchemas,
  });
  await app.register(async (docs) => {
    queueRoutes(docs, 'files');
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // Without it the page at /api/docs, with no slash at its end, would look for its files one level too high.
      indexPrefix: '/api',
      // The readable page styles itself inline; nothing else of the shop may.
      staticCSP:
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      theme: { title: `${shop.till.facts.name} API` },
      uiHooks: {
        // Left to itself it leads an address with a query back to that address, endlessly.
        onRequest: async (request, reply) => {
          if (request.routeOptions.url?.endsWith('/static/index.html')) await reply.redirect('/api/docs/');
        },
      },
    });
  });
  app.get('/v1/openapi.json', { config: { queue: 'files' }, schema: { hide: true } }, () => app.swagger());

  await app.register(products, { cache });
  await app.register(related, { cache });
  const { till } = shop;
  await app.register(paymentMethods, { till });
  // Not with `prefix`, which Fastify hands to a plugin among its options and would apply once more.
  const options = { ...shop, prefix: '' };
  await app.register(orders, options);
  await app.register(orderActs, options);
  await app.register(withdrawals, options);
  await app.register(webhooks, { till });
  await app.register(paymentReturn, { till, successPage, awayPage, rateLimit: shop.rateLimit });
  // Otherwise the pages would answer for what the API does not know.
  app.all('/*', { config: { queue: 'files' }, schema: { hide: true } }, (_request, reply) => reply.callNotFound());
};
