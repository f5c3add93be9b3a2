import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/connect.server.ts';
import { countJobs } from '../database/job-counts.server.ts';
import { readFigures } from '../shop/checkout/figures.server.ts';

/** Milliseconds for which figures are told again: several who ask must not make the database count each time. */
const freshMs = 10_000;

/**
 * Figures of the shop's business, as the database has them. Gives what reads them anew, to be called before they are told; without
 * the database none but `rehvipood_database_up 0` is told.
 */
export function measureShop({ kysely }: Database, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `rehvipood_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('database_up', 'Whether the database could be asked.');
  const orders = gauge('orders', 'Orders by status.', 'status');
  const payments = gauge('payments', 'Payments by state.', 'state');
  const refunds = gauge('refunds', 'Refunds by state.', 'state');
  const jobs = gauge(
    'jobs',
    'Jobs that are not done by queue and state; failed: dead, for a person.',
    'queue',
    'state',
  );
  const waiting = gauge('waits_for_person', 'Orders to review, open findings, declarations of withdrawal.', 'what');

  async function read(): Promise<void> {
    const [figures, counts] = await Promise.all([readFigures(kysely), countJobs(kysely)]).catch(() => []);
    for (const one of [orders, payments, refunds, jobs, waiting]) one.reset();
    up.set(figures && counts ? 1 : 0);
    if (!figures || !counts) return;
    for (const { status, count } of figures.orders) orders.set({ status }, count);
    for (const { state, count } of figures.payments) payments.set({ state }, count);
    for (const { state, count } of figures.refunds) refunds.set({ state }, count);
    for (const { queue, state, count } of counts) jobs.set({ queue, state }, count);
    waiting.set({ what: 'order' }, figures.ordersToReview);
    waiting.set({ what: 'finding' }, figures.findingsOpen);
    waiting.set({ what: 'withdrawal' }, figures.withdrawalsOpen);
  }

  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!reading && performance.now() - readAt < freshMs) return;
    reading ??= read().finally(() => {
      readAt = performance.now();
      reading = undefined;
    });
    await reading;
  };
}
