import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/connect.server.ts';
import { diskSpace } from '../database/disk-space.server.ts';
import { countJobs } from '../database/queued-jobs.server.ts';
import type { CatalogueStore } from '../shop/catalog/catalogue.server.ts';
import { readFigures } from '../shop/checkout/desk/figures.server.ts';
import type { Queues } from './admission/admission.ts';
import type { ConnectionCounts } from './connections.ts';

export type Metrics = { contentType: string; text(): Promise<string> };

/** `snapshotAge`: seconds since the catalogue in memory was last known to be current; `dataDir`: whose disk is watched. */
type Measured = {
  app: FastifyInstance;
  db: Database;
  catalogue: CatalogueStore;
  dataDir: string;
  snapshotAge: () => number;
  queues: Queues;
  connections: Readonly<ConnectionCounts>;
  answeredAhead: () => number;
  clientErrors: () => number;
};

export function openMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  const observe = observeIn(registry);
  collectDefaultMetrics({ register: registry });
  measureDurations(measured.app, registry);
  measureRequests(observe, measured);
  measureProcess(observe, measured);
  measureShop(observe, measured.db);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

type Sample = [value: number, labels: Record<string, string>];
type Reading = number | Sample[];
type Observe = (name: string, help: string, read: () => Reading | Promise<Reading>, labelNames?: string[]) => void;

export function observeIn(registry: Registry): Observe {
  return (name, help, read, labelNames = []) => {
    async function collect() {
      const reading = await read();
      metric.reset();
      for (const [value, labels] of typeof reading === 'number' ? [[reading, {}] as const] : reading)
        metric.inc(labels, value);
    }
    const options = { name: `rehvipood_${name}`, help, labelNames, registers: [registry], collect };
    const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
  };
}

/** Seconds. A cached page takes a few hundred µs, an order some ms; after 5 s every client has given up. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Measures requests by route, because a URL may hold a key. */
function measureDurations(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that the router answered, from the headers to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none';
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

function measureRequests(observe: Observe, { queues, connections, answeredAhead, clientErrors }: Measured): void {
  const names = Object.keys(queues) as (keyof Queues)[];
  const refused = () => names.map((queue): Sample => [queues[queue].counts.refused, { queue }]);
  const places = () =>
    names.flatMap((queue): Sample[] => [
      [queues[queue].counts.working, { queue, state: 'working' }],
      [queues[queue].counts.waiting, { queue, state: 'waiting' }],
    ]);
  observe('answers_from_memory_total', 'Requests answered by the cache, ahead of the router.', answeredAhead);
  observe('requests_refused_total', 'Requests answered 503 because their queue was full or too slow.', refused, [
    'queue',
  ]);
  observe('requests_in_queue', 'Requests that are worked on or wait for their turn.', places, ['queue', 'state']);
  observe('client_errors_total', 'Errors that browsers have reported.', clientErrors);
  observe('connections', 'Open connections of clients.', () => connections.open);
  observe(
    'connections_refused_total',
    'Connections beyond the limits of a client or the process.',
    () => connections.refused,
  );
  observe('connections_cut_total', 'Connections ended because answers were taken too slowly.', () => connections.cut);
}

function measureProcess(observe: Observe, { db: { pool }, catalogue, snapshotAge, dataDir }: Measured): void {
  observe('snapshot_age_seconds', 'Since the catalogue in memory was last known to be current.', snapshotAge);
  observe('tires_on_sale', 'Tires in the catalogue in memory.', () => catalogue.current().tires.length);
  const connections = (): Sample[] => [
    [pool.idleCount, { state: 'idle' }],
    [pool.totalCount - pool.idleCount, { state: 'busy' }],
    [pool.waitingCount, { state: 'waiting' }],
  ];
  observe('database_connections', 'Connections to the database; waiting: work that waits for one.', connections, [
    'state',
  ]);
  // With a database elsewhere the shop may have no such folder.
  observe('disk_free_bytes', 'Free on the disk of DATA_DIR.', async () => (await diskSpace(dataDir))?.free ?? []);
}

const freshMs = 10_000;

/** Reads business metrics from the database; without it, returns only `rehvipood_database_up 0`. */
export function measureShop(observe: Observe, { kysely }: Database): void {
  const read = () => Promise.all([readFigures(kysely), countJobs(kysely)]).catch(() => null);
  let figures: ReturnType<typeof read> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const current = () => {
    if (!figures || performance.now() - readAt >= freshMs) {
      readAt = performance.now();
      figures = read();
    }
    return figures;
  };
  const rows = (of: (figures: NonNullable<Awaited<ReturnType<typeof read>>>) => Sample[]) => async () => {
    const found = await current();
    return found ? of(found) : [];
  };
  const byStatus = rows(([{ orders }]) => orders.map(({ status, count }) => [count, { status }]));
  const byPayment = rows(([{ payments }]) => payments.map(({ state, count }) => [count, { state }]));
  const byRefund = rows(([{ refunds }]) => refunds.map(({ state, count }) => [count, { state }]));
  const byQueue = rows(([, jobs]) => jobs.map(({ queue, state, count }) => [count, { queue, state }]));
  const forPerson = rows(([{ ordersToReview, findingsOpen, withdrawalsOpen }]) => [
    [ordersToReview, { what: 'order' }],
    [findingsOpen, { what: 'finding' }],
    [withdrawalsOpen, { what: 'withdrawal' }],
  ]);
  observe('database_up', 'Whether the database could be asked.', async () => ((await current()) ? 1 : 0));
  observe('orders', 'Orders by status.', byStatus, ['status']);
  observe('payments', 'Payments by state.', byPayment, ['state']);
  observe('refunds', 'Refunds by state.', byRefund, ['state']);
  observe('jobs', 'Jobs that are not done; failed: dead, for a person.', byQueue, ['queue', 'state']);
  observe('waits_for_person', 'Orders to review, open findings, declarations of withdrawal.', forPerson, ['what']);
}
