import { collectDefaultMetrics, Registry } from 'prom-client';
import { archiveHealth, archivingState, systemOfAnyDatabase } from '../database/archive/archive-health.server.ts';
import type { Database } from '../database/connect.server.ts';
import { diskSpace } from '../database/disk-space.server.ts';
import { countJobs } from '../database/queued-jobs.server.ts';
import type { Metrics } from '../http/health-server.ts';
import {
  type HttpMetricSources,
  measureDurations,
  measureRequests,
  type Observe,
  observeIn,
  type Sample,
} from '../http/metrics.ts';
import type { CatalogueStore } from '../shop/catalog/catalogue.server.ts';
import { readOrderFigures } from '../shop/checkout/desk/figures.server.ts';

/** `snapshotAge`: seconds since the catalogue was last known to be current; `dataDir`: its disk is measured. */
type MetricSources = HttpMetricSources & {
  db: Database;
  catalogue: CatalogueStore;
  dataDir: string;
  archiveFolder: string | undefined;
  snapshotAge: () => number;
};

export function openMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const observe = observeIn(registry);
  collectDefaultMetrics({ register: registry });
  measureDurations(sources.app, registry);
  measureRequests(observe, sources);
  measureProcess(observe, sources);
  measureShop(observe, sources.db);
  if (sources.archiveFolder !== undefined) measureArchive(observe, sources.db, sources.archiveFolder);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

function measureProcess(observe: Observe, { db: { pool }, catalogue, snapshotAge, dataDir }: MetricSources): void {
  observe('snapshot_age_seconds', 'Seconds since the catalogue in memory was last known to be current.', snapshotAge);
  observe('tires_on_sale', 'Tires in the catalogue in memory.', () => catalogue.current().tires.length);
  const connections = (): Sample[] => [
    [pool.idleCount, { state: 'idle' }],
    [pool.totalCount - pool.idleCount, { state: 'busy' }],
    [pool.waitingCount, { state: 'waiting' }],
  ];
  observe('database_connections', 'Connections to the database; waiting: work that waits for one.', connections, [
    'state',
  ]);
  // With DATABASE_URL, the shop may have no DATA_DIR. Then the metric has no sample: `[]`.
  observe(
    'disk_free_bytes',
    'Free bytes on the disk of DATA_DIR.',
    async () => (await diskSpace(dataDir))?.freeBytes ?? [],
  );
}

const databaseMaxAgeMs = 10_000;

function atMostEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!result || performance.now() - readAt >= ms) {
      readAt = performance.now();
      result = read();
    }
    return result;
  };
}

/** Reads the database at most every 10 s. If that fails, only `rehvipood_database_up` has a value: 0. */
export function measureShop(observe: Observe, { kysely }: Database): void {
  const readAll = () => Promise.all([readOrderFigures(kysely), countJobs(kysely)]).catch(() => null);
  const current = atMostEvery(databaseMaxAgeMs, readAll);
  type Figures = NonNullable<Awaited<ReturnType<typeof readAll>>>;
  function sampledFrom(toSamples: (figures: Figures) => Sample[]): () => Promise<Sample[]> {
    return async () => {
      const figures = await current();
      return figures ? toSamples(figures) : [];
    };
  }
  const byStatus = sampledFrom(([{ orders }]) => orders.map(({ status, count }) => [count, { status }]));
  const byPayment = sampledFrom(([{ payments }]) => payments.map(({ state, count }) => [count, { state }]));
  const byRefund = sampledFrom(([{ refunds }]) => refunds.map(({ state, count }) => [count, { state }]));
  const byQueue = sampledFrom(([, jobs]) => jobs.map(({ queue, state, count }) => [count, { queue, state }]));
  const forPerson = sampledFrom(([{ ordersToReview, openReconciliationFindings, openWithdrawals }]) => [
    [ordersToReview, { what: 'order' }],
    [openReconciliationFindings, { what: 'finding' }],
    [openWithdrawals, { what: 'withdrawal' }],
  ]);
  observe('database_up', 'Whether the database answered the last query.', async () => ((await current()) ? 1 : 0));
  observe('orders', 'Orders by status.', byStatus, ['status']);
  observe('payments', 'Payments by state.', byPayment, ['state']);
  observe('refunds', 'Refunds by state.', byRefund, ['state']);
  observe('jobs', 'Jobs that are not done. A failed job runs again only if an operator retries it.', byQueue, [
    'queue',
    'state',
  ]);
  observe('waits_for_person', 'Orders to review, open findings, declarations of withdrawal.', forPerson, ['what']);
}

const archiveMaxAgeMs = 60_000;

/** Reads `folder`, which contains the archive, at most once a minute. A value that cannot be read is missing. */
function measureArchive(observe: Observe, { pool }: Database, folder: string): void {
  const secondsSince = (at: Date | null | undefined) => (at ? (Date.now() - at.getTime()) / 1000 : []);
  const state = atMostEvery(databaseMaxAgeMs, () =>
    archivingState(async (sql) => (await pool.query(sql)).rows).catch(() => null),
  );
  const health = atMostEvery(archiveMaxAgeMs, () => archiveHealth(folder, systemOfAnyDatabase));
  observe(
    'archive_lag_seconds',
    'Age of the oldest WAL file that is not archived yet; 0 if all are archived.',
    async () => {
      const current = await state();
      if (!current) return [];
      return current.waitingSince === null ? 0 : secondsSince(current.waitingSince);
    },
  );
  observe('archive_waiting_bytes', 'WAL on the disk of the database; it grows while archiving fails.', async () => {
    return (await state())?.walBytes ?? [];
  });
  observe('archive_base_age_seconds', 'Seconds since the last base backup.', async () =>
    secondsSince((await health()).lastBaseAt),
  );
  observe(
    'archive_check_age_seconds',
    'Seconds since the last test that restored a copy from the archive; no value if the test failed.',
    async () => {
      const { check } = await health();
      return check?.ok ? secondsSince(check.at) : [];
    },
  );
  observe(
    'archive_disk_free_bytes',
    'Free bytes on the disk of ARCHIVE_DIR.',
    async () => (await health()).disk?.freeBytes ?? [],
  );
}
