import cors from '@fastify/cors';
import type { FastifyPluginAsync } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { collectionDaysRoute } from './collection-days.ts';
import { delays } from './delays.ts';
import { type FittingOptions, fitting } from './fitting.ts';
import { fittingCalendar } from './fitting-calendar.ts';
import { answerInTime, registerGuards } from './limits.ts';
import { registerOpenapi } from './openapi.ts';
import { orderChanges } from './order-changes.ts';
import { type DocumentOptions, orderDocuments } from './order-documents.ts';
import { type OrdersOptions, orders } from './orders.ts';
import { paymentMethods, paymentReturn, type ReturnOptions } from './payments.ts';
import { registerProblems } from './problem.ts';
import { type ProductsOptions, products } from './products.ts';
import { webhooks } from './webhooks.ts';
import { withdrawals } from './withdrawals.ts';

export type ApiOptions = OrdersOptions &
  ProductsOptions &
  ReturnOptions &
  FittingOptions &
  DocumentOptions & {
    /** Origins of pages on other hosts; empty: the pages share the API's origin. */
    allowedOrigins: string[];
    publicUrl: string;
  };

const routes = [
  products,
  collectionDaysRoute,
  paymentMethods,
  orders,
  orderChanges,
  orderDocuments,
  fitting,
  fittingCalendar,
  delays,
  withdrawals,
  webhooks,
  paymentReturn,
];

export const api: FastifyPluginAsync<ApiOptions> = async (app, options) => {
  const { allowedOrigins, publicUrl, shop } = options;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerProblems(app);
  answerInTime(app);
  await registerGuards(app, { isRateLimited: options.rateLimit > 0 });
  if (allowedOrigins.length > 0) {
    app.addHook('onRoute', (route) => {
      // Preflights read no data, so they wait with requests for files, not in the queue of their route.
      if (route.method === 'OPTIONS') route.config = { queue: 'files' };
    });
    await app.register(cors, {
      origin: allowedOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Device-Id', 'Order-Token'],
      exposedHeaders: ['Retry-After'],
      maxAge: 600,
    });
  }
  await registerOpenapi(app, { title: `${shop.shopConfig.name} API`, publicUrl });
  // `prefix` is emptied, because Fastify would apply it to each plug-in again.
  for (const route of routes) await app.register<ApiOptions>(route, { ...options, prefix: '' });
  // Without this route, the HTML page for missing pages would answer unknown URLs of the API.
  app.all('/*', { config: { queue: 'files' }, schema: { hide: true } }, (_request, reply) => reply.callNotFound());
};
