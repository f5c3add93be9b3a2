import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ResponseCache } from '../cache/response-cache.ts';
import { sendCached } from '../cache/send.ts';
import { clientOf } from '../client.ts';
import type { ErrorPages } from '../error-pages.ts';
import { openQueue, type Queue } from './queue.ts';

/** While more orders are processed than the database has connections, pages are built one at a time. */
const databaseConnections = 10;

/** docs/decisions/2026-11-23-one-http-layer.md has the reasons for the numbers. */
export function openRequestQueues() {
  const sized = (concurrency: () => number, maxWaiting: number) =>
    openQueue({ concurrency, maxWaiting, maxWaitMs: 2_000, maxWaitOnceFullMs: 600 });
  // 200 concurrent buyers, as in a rush for the last fitting slots, all get a response.
  const orders = sized(() => 40, 200);
  return {
    payments: sized(() => 20, 200),
    orders,
    pages: sized(() => (orders.counts.working > databaseConnections ? 1 : 4), 60),
    catalogue: sized(() => 8, 200),
    files: sized(() => 16, 1_000),
    feeds: sized(() => 8, 40),
    drawings: sized(() => 9, 16),
  };
}

export type RequestQueues = ReturnType<typeof openRequestQueues>;
export type QueueName = keyof RequestQueues;

declare module 'fastify' {
  interface FastifyContextConfig {
    queue?: QueueName;
  }
}

type Options = { queues: RequestQueues; cache?: ResponseCache; errorPages: ErrorPages };

/**
 * Queues the requests of all routes. A request that is not admitted at once gets a stale page if there is one; otherwise it waits.
 * A request that the queue refuses, or that waits too long, gets a stale page too, or 503 with `Retry-After`.
 */
export function admitRequests(app: FastifyInstance, { queues, cache, errorPages }: Options): void {
  const places = new WeakMap<FastifyRequest, { queue: Queue; client: string; admitted: boolean }>();

  function sendStale(request: FastifyRequest, reply: FastifyReply, options: { revalidate: boolean }): boolean {
    const stale = cache?.findStale(request.raw, options);
    if (!stale || !sendCached(stale, request.raw, reply.raw)) return false;
    reply.hijack();
    return true;
  }

  app.addHook('preParsing', (request, reply, _payload, done) => {
    // The default is never used: onReady refuses routes without a queue.
    const queue = queues[request.is404 ? 'files' : (request.routeOptions.config.queue ?? 'pages')];
    const client = clientOf(request.ip);
    places.set(request, { queue, client, admitted: false });
    const verdict = queue.verdictFor(client);
    if (verdict === 'admit') return done();
    // Only a request that may wait can rebuild the page (see `findStale`).
    if (sendStale(request, reply, { revalidate: verdict === 'wait' })) return;
    if (verdict === 'wait') return done();
    queue.refuse();
    errorPages.send(503, request, reply);
  });

  // The place is taken after the body has arrived, so that slow senders hold none.
  app.addHook('preValidation', (request, reply, done) => {
    const place = places.get(request);
    if (!place) return done();
    const stopWaiting = place.queue.enter(place.client, (admitted) => {
      place.admitted = admitted;
      if (admitted) done();
      else if (!sendStale(request, reply, { revalidate: false })) errorPages.send(503, request, reply);
    });
    // If a place is free, `enter` has already admitted the request.
    if (!place.admitted) reply.raw.once('close', stopWaiting);
  });

  // The place is freed when the response begins, so that slow readers hold none.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const place = places.get(request);
    places.delete(request);
    if (place?.admitted) place.queue.leave(place.client);
    done(null, payload);
  });

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const missing = routes.find(({ config }) => config?.queue === undefined);
    if (missing) throw new Error(`${missing.method} ${missing.url} names no queue (config: { queue })`);
  });
}

export function queueRoutes(app: FastifyInstance, queue: QueueName): void {
  app.addHook('onRoute', (route) => {
    route.config = { queue, ...route.config };
  });
}
