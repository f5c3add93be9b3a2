import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import shop from '../../../shop.config.ts';
import { delays } from '../../../src/api/delays.ts';
import { fitting } from '../../../src/api/fitting.ts';
import { fittingCalendar } from '../../../src/api/fitting-calendar.ts';
import { registerGuards } from '../../../src/api/limits.ts';
import { orderChanges } from '../../../src/api/order-changes.ts';
import { orderDocuments } from '../../../src/api/order-documents.ts';
import { type OrdersOptions, orders } from '../../../src/api/orders.ts';
import { paymentMethods, paymentReturn } from '../../../src/api/payments.ts';
import { registerProblems } from '../../../src/api/problem.ts';
import { webhooks } from '../../../src/api/webhooks.ts';
import { withdrawals } from '../../../src/api/withdrawals.ts';
import { type Database, openDatabase } from '../../../src/database/connect.server.ts';
import { openResponseCache } from '../../../src/http/cache/response-cache.ts';
import { cacheVersion } from '../../../src/http/cache/version.ts';
import { documentWriter } from '../../../src/mail/documents/document-writer.ts';
import { type CatalogueStore, openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import { findStockDrift } from '../../../src/shop/checkout/settle/holds.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { type FittingStore, openFittingStore } from '../../../src/shop/fitting/bookings/follow-bookings.server.ts';
import { sendUnavailablePage } from '../../../src/web/document/unavailable-page.server.tsx';
import { testDatabase } from '../database/database.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { emptyTables } from '../database/seed.ts';
import { closeTestQueues, openTestQueues, testShopContext } from '../shop-context.ts';

export type PlaceOptions = { key?: string; from?: string; headers?: Record<string, string> };

export type AppOptions = Partial<ShopContext> &
  Partial<OrdersOptions> & {
    /** The stores that free slots are read from; absent: empty ones. */
    catalogue?: CatalogueStore;
    fitting?: FittingStore;
  };

/** A server with the API of orders, fitting times, withdrawals and payments on a database. */
export async function ordersApp(
  db: Database['kysely'],
  {
    limits = shop.limits,
    rateLimit = 0,
    shop: context,
    catalogue = openCatalogueStore(),
    fitting: store,
    ...options
  }: AppOptions = {},
  server: FastifyServerOptions = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true, ...server } as FastifyServerOptions);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerProblems(app);
  await registerGuards(app, { isRateLimited: rateLimit > 0 });
  const orderOptions = { shop: context ?? testShopContext(db, options), limits, rateLimit };
  await app.register(orders, orderOptions);
  await app.register(orderChanges, orderOptions);
  await app.register(orderDocuments, { ...orderOptions, documentWriter });
  const { shopConfig, now } = orderOptions.shop;
  await app.register(fittingCalendar, orderOptions);
  await app.register(fitting, {
    ...orderOptions,
    catalogue,
    cache: openResponseCache(cacheVersion(catalogue, shopConfig, now)),
    fitting: store ?? openFittingStore({ kysely: db }, shopConfig, now),
  });
  await app.register(delays, orderOptions);
  await app.register(withdrawals, orderOptions);
  await app.register(webhooks, orderOptions);
  await app.register(paymentReturn, {
    ...orderOptions,
    successPage: (number, _locale, token) => `https://shop.example/success?order=${number}${token ? `#${token}` : ''}`,
    sendUnavailablePage: (reply) => sendUnavailablePage(reply, { languages: ['ee'], reloads: true }),
  });
  await app.register(paymentMethods, orderOptions);
  return app;
}

/** Sends the request that places an order. `key`: its idempotency key; `from`: the client's network address. */
export function place(app: FastifyInstance, body: unknown, { key = randomUUID(), from, headers }: PlaceOptions = {}) {
  return app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: { 'idempotency-key': key, 'content-type': 'application/json', ...headers },
    remoteAddress: from,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function readOrder(app: FastifyInstance, number: string, token?: string) {
  const headers = token === undefined ? {} : { 'order-token': token };
  return app.inject({ url: `/v1/orders/${encodeURIComponent(number)}`, headers });
}

/** A database for the test file. It is emptied before each test; after each test the invariants must hold. */
export function ordersDatabase(): { readonly db: Database; readonly url: string } {
  const database = {} as { db: Database; url: string };
  let drop: () => Promise<void>;
  // A connection of its own, because `emptyTables` discards the plans of its connection: planning the invariants takes 60 ms.
  let emptying: Database;
  beforeAll(async () => {
    const created = await testDatabase();
    drop = created.drop;
    database.url = created.url;
    database.db = openDatabase(created.url, { connections: 20, connectionTimeoutMs: 60_000 });
    emptying = openDatabase(created.url, { connections: 1 });
    await openTestQueues(created.url);
  });
  beforeEach(() => emptyTables(emptying.kysely));
  afterEach(async () => {
    expect(await findStockDrift(database.db.kysely)).toEqual([]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });
  afterAll(async () => {
    await closeTestQueues();
    await database.db?.close();
    await emptying?.close();
    await drop?.();
  });
  return database;
}
