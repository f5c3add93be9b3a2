import type { Kysely } from 'kysely';
import { countJobs, failingQueues } from '../../database/job-counts.server.ts';
import type { Tables } from '../../database/tables.ts';
import { feedStates } from '../catalog/supplier/feed-state.server.ts';
import { listFindings } from './findings.server.ts';
import { findStockDrift } from './holds.server.ts';
import { lateRefunds } from './submit-refund.server.ts';
import type { Trouble } from './trouble.ts';

/** Rows that a letter names; the rest is counted. */
const most = 20;

/** What the database says that a person has to see to. */
export async function findTroubles(db: Kysely<Tables>, now: Date): Promise<Trouble[]> {
  const [jobs, failing, findings, late, drift, feeds, reviews] = await Promise.all([
    countJobs(db),
    failingQueues(db),
    listFindings(db, { open: true }),
    lateRefunds(db, now),
    findStockDrift(db),
    feedStates(db),
    db.selectFrom('orders').select(['number', 'review']).where('review', 'is not', null).orderBy('number').execute(),
  ]);
  const scheduled = new Set(failing.map(({ queue }) => queue));
  const dead = jobs.filter(({ queue, state }) => state === 'failed' && !scheduled.has(queue));
  const troubles: Trouble[] = [
    {
      kind: 'dead-jobs',
      of: '',
      count: dead.reduce((sum, { count }) => sum + count, 0),
      details: dead.map(({ queue, count }) => `${queue}: ${count}`),
    },
    trouble(
      'failing-jobs',
      failing.filter(({ failed }) => failed),
      ({ queue }) => queue,
    ),
    trouble('findings', findings, ({ provider, kind, providerRef }) => `${provider} ${kind} ${providerRef}`),
    trouble('late-refunds', late, (number) => number),
    trouble('stock-drift', drift, ({ tireId, place, held, holds }) => `${tireId} ${place}: ${held} ≠ ${holds}`),
    trouble('reviews', reviews, ({ number, review }) => `${number}: ${review}`),
  ];
  for (const [supplier, { result, words }] of feeds) {
    if (result === 'refused' || result === 'failed')
      troubles.push({ kind: 'price-list', of: supplier, count: 1, details: [words] });
  }
  return troubles.filter(({ count }) => count > 0);
}

function trouble<T>(kind: Trouble['kind'], found: readonly T[], line: (one: T) => string): Trouble {
  return { kind, of: '', count: found.length, details: found.slice(0, most).map(line) };
}
