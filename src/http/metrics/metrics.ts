import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '../../database/connect.server.ts';
import { observeIn } from './observe.ts';
import { measureProcess, type ProcessFigures } from './process.ts';
import { measureDurations, measureRequests, type RequestFigures } from './requests.ts';
import { measureShop } from './shop.ts';

export type Metrics = { contentType: string; text(): Promise<string> };

type Measured = Omit<ProcessFigures, 'pool'> & RequestFigures & { app: FastifyInstance; db: Database };

/** Measures the shop from now on, each shop by itself: tests start several in one process. */
export function openMetrics({ app, db, ...figures }: Measured): Metrics {
  const registry = new Registry();
  const observe = observeIn(registry);
  collectDefaultMetrics({ register: registry });
  measureDurations(app, registry);
  measureRequests(observe, figures);
  measureProcess(observe, { ...figures, pool: db.pool });
  measureShop(observe, db);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
