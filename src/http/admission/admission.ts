import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ResponseCache } from '../cache/response-cache.ts';
import { sendCached } from '../cache/send.ts';
import { clientOf } from '../client.ts';
import type { ErrorPages } from '../error-pages.ts';
import { openQueue, type Queue } from './queue.ts';

/** While more orders are processed than the database has connections, pages are built one at a time. */
const databaseConnections = 10;

/** docs/decisions/web/2026-11-23-one-http-layer.md has the reasons for the numbers. */
export function openRequestQueues() {
  const queueOf = (concurrency: () => number, maxWaiting: number) =>
    openQueue({ concurrency, maxWaiting, maxWaitMs: 2_000, maxWaitOnceFullMs: 600 });
  // 200 concurrent buyers, as in a rush for the last fitting slots, all get a response.
  const orders = queueOf(() => 40, 200);
  return {
    payments: queueOf(() => 20, 200),
    orders,
    pages: queueOf(() => (orders.counts.working > databaseConnections ? 1 : 4), 60),
    catalogue: queueOf(() => 8, 200),
    files: queueOf(() => 16, 1_000),
    feeds: queueOf(() => 8, 40),
    drawings: queueOf(() => 9, 16),
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

/** Queues all requests. Instead of a wait or a 503, a request gets a stale page if the cache has one. */
export function admitRequests(app: FastifyInstance, { queues, cache, errorPages }: Options): void {
  const entries = new WeakMap<FastifyRequest, { queue: Queue; client: string; isAdmitted: boolean }>();

  function sendStale(request: FastifyRequest, reply: FastifyReply, options: { revalidate: boolean }): boolean {
    const stale = cache?.findStale(request.raw, options);
    if (!stale || !sendCached(stale, request.raw, reply.raw)) return false;
    reply.hijack();
    return true;
  }

  app.addHook('preParsing', (request, reply, _payload, done) => {
    // Unknown paths get one small page, as cheap as a file. `?? 'pages'` is only for the type: see onReady.
    const queue = queues[request.is404 ? 'files' : (request.routeOptions.config.queue ?? 'pages')];
    const client = clientOf(request.ip);
    entries.set(request, { queue, client, isAdmitted: false });
    const verdict = queue.verdictFor(client);
    if (verdict === 'admit') return done();
    // With `revalidate`, once the page is 10 s old, one request a second does not get it, but waits for its turn and rebuilds it.
    if (sendStale(request, reply, { revalidate: verdict === 'wait' })) return;
    if (verdict === 'wait') return done();
    queue.refuse();
    errorPages.send(503, request, reply);
  });

  // A request enters its queue after its body has arrived, so that slow senders hold no slot.
  app.addHook('preValidation', (request, reply, done) => {
    const entry = entries.get(request);
    if (!entry) return done();
    const stopWaiting = entry.queue.enter(entry.client, (isAdmitted) => {
      entry.isAdmitted = isAdmitted;
      if (isAdmitted) done();
      else if (!sendStale(request, reply, { revalidate: false })) errorPages.send(503, request, reply);
    });
    // If a slot is free, `enter` has already admitted the request.
    if (!entry.isAdmitted) reply.raw.once('close', stopWaiting);
  });

  // The slot is freed when the response begins, so that slow readers hold none.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const entry = entries.get(request);
    entries.delete(request);
    if (entry?.isAdmitted) entry.queue.leave(entry.client);
    done(null, payload);
  });

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const unqueuedRoute = routes.find(({ config }) => config?.queue === undefined);
    if (unqueuedRoute)
      throw new Error(`${unqueuedRoute.method} ${unqueuedRoute.url} names no queue (config: { queue })`);
  });
}

/** Sets the queue of the routes of a plug-in that name none. */
export function queueRoutes(app: FastifyInstance, queue: QueueName): void {
  app.addHook('onRoute', (route) => {
    route.config = { queue, ...route.config };
  });
}
