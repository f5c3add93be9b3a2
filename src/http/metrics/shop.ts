import type { Database } from '../../database/connect.server.ts';
import { countJobs } from '../../database/queued-jobs.server.ts';
import { readFigures } from '../../shop/checkout/desk/figures.server.ts';
import type { Observe, Sample } from './observe.ts';

const freshMs = 10_000;

/** Measures the business as the database has it; without the database only `rehvipood_database_up 0` is told. */
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
