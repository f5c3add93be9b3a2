import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { diskSpace } from '../database/disk-space.server.ts';
import { catalogue } from '../shop/catalog/catalogue.server.ts';

/** What this process knows of itself without asking anybody. */
export type ProcessFigures = {
  pool: Pool;
  /** Seconds since the catalogue in memory was last known to be that of the database. */
  snapshotAge: () => number;
  /** Answers out of memory, ahead of the router, so far. */
  answeredAhead: () => number;
  /** The folder whose disk is watched. */
  dataDir: string;
};

/** Memory, event loop and garbage collection as Node has them, and what the shop keeps in this process. */
export function measureProcess(
  { pool, snapshotAge, answeredAhead, dataDir }: ProcessFigures,
  registry: Registry,
): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'rehvipood_answers_from_memory_total',
    help: 'Requests that were answered out of memory, ahead of the router.',
    registers,
    collect() {
      this.reset();
      this.inc(answeredAhead());
    },
  });
  new Gauge({
    name: 'rehvipood_snapshot_age_seconds',
    help: 'Since the catalogue in memory was last known to be that of the database.',
    registers,
    collect() {
      this.set(snapshotAge());
    },
  });
  new Gauge({
    name: 'rehvipood_tires_on_sale',
    help: 'Tires in the catalogue in memory.',
    registers,
    collect() {
      this.set(catalogue().tires.length);
    },
  });
  new Gauge({
    name: 'rehvipood_database_connections',
    help: 'Connections of this process by what they do; waiting: work that waits for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'rehvipood_disk_free_bytes',
    help: 'Free on the disk of DATA_DIR.',
    registers,
    async collect() {
      // With a database of its own elsewhere the shop may have no such folder.
      const disk = await diskSpace(dataDir);
      if (disk) this.set(disk.free);
    },
  });
}
