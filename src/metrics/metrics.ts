import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Database } from '../database/connect.server.ts';
import { type AdmissionFigures, measureAdmission } from './admission-metrics.ts';
import { measureProcess, type ProcessFigures } from './process-metrics.ts';
import { measureRequests } from './request-metrics.ts';
import { measureShop } from './shop-metrics.ts';

/** What Prometheus reads. `text` never rejects for want of the database. */
export type Metrics = { contentType: string; text(): Promise<string> };

type Measured = Omit<ProcessFigures, 'pool'> & AdmissionFigures & { app: FastifyInstance; db: Database };

/** Measures the shop from now on, each shop for itself: tests start several in one process. */
export function openMetrics({ app, db, lines, connections, ...figures }: Measured): Metrics {
  const registry = new Registry();
  measureRequests(app, registry);
  measureProcess({ ...figures, pool: db.pool }, registry);
  measureAdmission({ lines, connections }, registry);
  const readShop = measureShop(db, registry);
  return {
    contentType: registry.contentType,
    async text() {
      await readShop();
      return registry.metrics();
    },
  };
}
