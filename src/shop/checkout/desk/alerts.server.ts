import type { Kysely } from 'kysely';
import { countJobs, failingQueues } from '../../../database/queued-jobs.server.ts';
import type { Tables } from '../../../database/tables.ts';
import { feedStates } from '../../catalog/supplier/feed-state.server.ts';
import { lateRefunds } from '../refund/submit-refund.server.ts';
import { findStockDrift } from '../settle/holds.server.ts';
import { listFindings } from '../settle/reconcile.server.ts';

export const alertKinds = [
  'dead-jobs',
  'failing-jobs',
  'findings',
  'late-refunds',
  'stock-drift',
  'price-list',
  'reviews',
  'disk',
] as const;

export type Alert = {
  kind: (typeof alertKinds)[number];
  /** The supplier or machine, for kinds that have several; otherwise empty. */
  of: string;
  count: number;
  details: string[];
};

export const alertKey = ({ kind, of }: Alert): string => `${kind} ${of}`.trim();

const maxDetails = 20;

export async function findAlerts(db: Kysely<Tables>, now: Date): Promise<Alert[]> {
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
  const alerts: Alert[] = [
    {
      kind: 'dead-jobs',
      of: '',
      count: dead.reduce((sum, { count }) => sum + count, 0),
      details: dead.map(({ queue, count }) => `${queue}: ${count}`),
    },
    alertOf(
      'failing-jobs',
      failing.filter(({ failed }) => failed),
      ({ queue }) => queue,
    ),
    alertOf('findings', findings, ({ provider, kind, providerRef }) => `${provider} ${kind} ${providerRef}`),
    alertOf('late-refunds', late, (number) => number),
    alertOf('stock-drift', drift, ({ tireId, place, held, holds }) => `${tireId} ${place}: ${held} ≠ ${holds}`),
    alertOf('reviews', reviews, ({ number, review }) => `${number}: ${review}`),
  ];
  for (const [supplier, { result, words }] of feeds) {
    if (result === 'refused' || result === 'failed')
      alerts.push({ kind: 'price-list', of: supplier, count: 1, details: [words] });
  }
  return alerts.filter(({ count }) => count > 0);
}

function alertOf<T>(kind: Alert['kind'], found: readonly T[], line: (one: T) => string): Alert {
  return { kind, of: '', count: found.length, details: found.slice(0, maxDetails).map(line) };
}

const hourMs = 60 * 60 * 1000;

const reminderMs = 24 * hourMs;

/** Sends alerts that are new, have changed within the hour or are a day old. One that fails is due again; throws at the end. */
export async function sendAlerts(
  db: Kysely<Tables>,
  alerts: readonly Alert[],
  now: Date,
  send: (alert: Alert) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const alert of alerts) {
    await sendIfDue(db, alert, now, send).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} mails to the owner could not be sent`);
}

async function sendIfDue(
  db: Kysely<Tables>,
  alert: Alert,
  now: Date,
  send: (alert: Alert) => Promise<void>,
): Promise<void> {
  const key = alertKey(alert);
  const told = JSON.stringify([alert.count, alert.details]);
  const before = await db.selectFrom('owner_alerts').selectAll().where('trouble', '=', key).executeTakeFirst();
  if (before && !isDue(before, told, now)) return;
  // Stored before it is sent, and outside of a transaction, which a slow mail server would prolong.
  await store(db, { trouble: key, told: '', told_at: now });
  try {
    await send(alert);
  } catch (error) {
    if (before) await store(db, before);
    else await db.deleteFrom('owner_alerts').where('trouble', '=', key).execute();
    throw error;
  }
  await store(db, { trouble: key, told, told_at: now });
}

type Row = { trouble: string; told: string; told_at: Date };

function isDue(before: Row, told: string, now: Date): boolean {
  const since = now.getTime() - before.told_at.getTime();
  return since >= reminderMs || (since >= hourMs && before.told !== told);
}

async function store(db: Kysely<Tables>, row: Row): Promise<void> {
  await db
    .insertInto('owner_alerts')
    .values(row)
    .onConflict((conflict) => conflict.column('trouble').doUpdateSet({ told: row.told, told_at: row.told_at }))
    .execute();
}

/** Marks the alerts of `isOurs` that are not among `alerts` as over, so that they are sent at once if they return. */
export async function closeAlerts(db: Kysely<Tables>, alerts: readonly Alert[], isOurs: (key: string) => boolean) {
  const present = new Set(alerts.map(alertKey));
  const rows = await db.selectFrom('owner_alerts').select('trouble').where('told', '!=', '').execute();
  const over = rows.map(({ trouble }) => trouble).filter((key) => isOurs(key) && !present.has(key));
  if (over.length > 0) await db.updateTable('owner_alerts').set({ told: '' }).where('trouble', 'in', over).execute();
}
