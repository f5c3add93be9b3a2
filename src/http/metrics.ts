import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RequestQueues } from './admission/admission.ts';
import type { ConnectionCounts } from './connections.ts';

export type HttpMetricSources = {
  app: FastifyInstance;
  queues: RequestQueues;
  connections: Readonly<ConnectionCounts>;
  answersFromCache: () => number;
  clientErrorCount: () => number;
};

export type Sample = [value: number, labels: Record<string, string>];
type Reading = number | Sample[];
export type Observe = (
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  labelNames?: string[],
) => void;

/** Returns a function that adds a metric, read at each scrape: a counter if its name ends in `_total`, else a gauge. */
export function observeIn(registry: Registry): Observe {
  return (name, help, read, labelNames = []) => {
    async function collect() {
      const reading = await read();
      const samples: Sample[] = typeof reading === 'number' ? [[reading, {}]] : reading;
      metric.reset();
      for (const [value, labels] of samples) metric.inc(labels, value);
    }
    const options = { name: `rehvipood_${name}`, help, labelNames, registers: [registry], collect };
    const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
  };
}

/** In seconds. A cached page takes some hundred µs, an order some ms; pages cancel requests after 5 s. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function measureDurations(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests that the router answered, from their headers to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The pattern of the route, because a URL may hold a secret.
    const route = routeOptions.url ?? 'none';
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

export function measureRequests(
  observe: Observe,
  { queues, connections, answersFromCache, clientErrorCount }: HttpMetricSources,
): void {
  const queueNames = Object.keys(queues) as (keyof RequestQueues)[];
  const refusals = () => queueNames.map((queue): Sample => [queues[queue].counts.refused, { queue }]);
  const requests = () =>
    queueNames.flatMap((queue): Sample[] => [
      [queues[queue].counts.working, { queue, state: 'working' }],
      [queues[queue].counts.waiting, { queue, state: 'waiting' }],
    ]);
  observe('answers_from_memory_total', 'Requests answered by the cache, ahead of the router.', answersFromCache);
  observe('requests_refused_total', 'Requests answered 503 because their queue was full or slow.', refusals, ['queue']);
  observe('requests_in_queue', 'Requests that are worked on or wait for their turn.', requests, ['queue', 'state']);
  observe('client_errors_total', 'Errors that browsers have reported.', clientErrorCount);
  observe('connections', 'Open connections of clients.', () => connections.open);
  observe('connections_refused_total', 'Connections refused because of a limit.', () => connections.refused);
  observe(
    'connections_cut_total',
    'Connections ended because the client read too slowly or pipelined too many requests.',
    () => connections.cut,
  );
}
