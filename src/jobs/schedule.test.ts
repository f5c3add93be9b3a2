import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { semicolonCsv, xmlList } from '../../test/import/suppliers/examples.ts';
import { testDatabase } from '../../test/support/database/database.ts';
import { openDatabase } from '../database/connect.server.ts';
import type { Tables } from '../database/tables.ts';
import { MailError } from '../mail/sending/mail-error.ts';
import { readSuppliers } from '../shop/catalog/supplier/read-suppliers.ts';
import { eprelJobNames } from './catalogue/eprel.ts';
import type { Feeds } from './catalogue/fetch-suppliers.ts';
import { archiveJobNames } from './copies/archive.ts';
import type { JobContext } from './job.ts';
import { startJobs } from './schedule.ts';
import type { Purchasing } from './sending/send-purchases.ts';
import type { Watch } from './watch.ts';

type Work = (jobs: object[]) => Promise<unknown>;

function recordingBoss(oldSchedules: string[] = []) {
  const unscheduled: string[] = [];
  const schedules = new Map<string, unknown[]>();
  const workers = new Map<string, Work>();
  const queues = new Map<string, object>();
  const boss = {
    createQueue: async (name: string, options: object) => void queues.set(name, options),
    updateQueue: async (name: string, options: object) => void queues.set(name, { ...queues.get(name), ...options }),
    schedule: async (name: string, ...schedule: unknown[]) => void schedules.set(name, schedule),
    getSchedules: async () => [...schedules.keys(), ...oldSchedules].map((name) => ({ name })),
    unschedule: async (name: string) => void unscheduled.push(name),
    work: async (name: string, ...args: unknown[]) => void workers.set(name, args.at(-1) as Work),
  };
  return { schedules, workers, queues, unscheduled, boss: boss as unknown as PgBoss };
}

const context = (changes: Partial<JobContext>): JobContext => ({
  shop: { now: () => new Date('2026-11-21T10:00:00Z') } as JobContext['shop'],
  sendMail: async () => {},
  sendNotice: async () => {},
  alert: () => {},
  ...changes,
});

const noBackups = { url: '', folder: join(tmpdir(), 'rehvipood-no-such-folder'), keep: 14 };
const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const noFeeds: Feeds = { db: { kysely } as Feeds['db'], suppliers: [], keys: {}, folder: '.' };

const noPurchases: Purchasing = { suppliers: [], owner: '', mailer: { sendOnce: async () => ({ result: 'sent' }) } };
const noWatch: Watch = { dataDir: '.', send: async () => {} };

type StartOptions = { contextChanges?: Partial<JobContext>; feeds?: Feeds; oldSchedules?: string[] };

async function startRecorded({ contextChanges = {}, feeds = noFeeds, oldSchedules = [] }: StartOptions = {}) {
  const recorded = recordingBoss(oldSchedules);
  const queues = { boss: recorded.boss, enqueue: async () => {}, stop: async () => {} };
  await startJobs(queues, context(contextChanges), {
    feeds,
    watch: noWatch,
    backups: noBackups,
    purchasing: noPurchases,
  });
  return recorded;
}

test('schedules jobs in the time zone of Tallinn, and runs each job in one process at a time', async () => {
  const { schedules, workers, queues } = await startRecorded();
  const tallinn = { tz: 'Europe/Tallinn' };
  expect(Object.fromEntries(schedules)).toEqual({
    'expire-orders': ['* * * * *', null, tallinn],
    'close-sales': ['30 3 * * *', null, tallinn],
    'fetch-pictures': ['* * * * *', null, tallinn],
    'end-photo-licences': ['* * * * *', null, tallinn],
    'copy-photos': ['25 * * * *', null, tallinn],
    'remind-of-fitting': ['*/10 16-21 * * *', null, tallinn],
    'tell-of-freed-times': ['* * * * *', null, tallinn],
    'tell-of-stock': ['*/5 * * * *', null, tallinn],
    'remind-to-collect': ['10 9-17 * * *', null, tallinn],
    'see-to-delays': ['*/5 * * * *', null, tallinn],
    'poll-payments': ['* * * * *', null, tallinn],
    'send-purchases': ['* * * * *', null, tallinn],
    'ask-suppliers': ['* * * * *', null, tallinn],
    'end-owed': ['* * * * *', null, tallinn],
    'follow-price-rules': ['* * * * *', null, tallinn],
    watch: ['*/5 * * * *', null, tallinn],
    'back-up': ['30 2 * * *', null, tallinn],
    reconcile: ['40 3 * * *', null, tallinn],
    forget: ['15 3 * * *', null, tallinn],
  });
  const longJobs = ['back-up', 'copy-photos'];
  for (const name of schedules.keys()) {
    const times = longJobs.includes(name) ? { expireInSeconds: 43_200, heartbeatSeconds: 300 } : {};
    expect(queues.get(name)).toEqual({ policy: 'singleton', notify: true, ...times });
    expect(workers.has(name)).toBe(true);
  }
});

test('removes the schedules of jobs of earlier versions', async () => {
  const { unscheduled } = await startRecorded({
    oldSchedules: ['forget-origins', 'of-another-program', 'forget-keys'],
  });
  expect(unscheduled).toEqual(['forget-origins', 'forget-keys']);
});

test('schedules a job for each supplier with a schedule and unschedules removed suppliers', async () => {
  const suppliers = readSuppliers([semicolonCsv, xmlList]); // balti-rehv with, nordtyre without a schedule
  const oldSchedules = ['fetch-supplier-gone', 'fetch-supplier-balti-rehv', 'of-another-program'];
  const { url, drop } = await testDatabase();
  const db = openDatabase(url);
  const feeds = { ...noFeeds, db, suppliers };
  const { schedules, workers, queues, unscheduled } = await startRecorded({ feeds, oldSchedules }).finally(() =>
    db.close().then(drop),
  );
  expect(schedules.get('fetch-supplier-balti-rehv')).toEqual(['30 5 * * 1-6', null, { tz: 'Europe/Tallinn' }]);
  expect(queues.get('fetch-supplier-balti-rehv')).toEqual({ policy: 'singleton', notify: true });
  expect(workers.has('fetch-supplier-balti-rehv')).toBe(true);
  expect(schedules.has('fetch-supplier-nordtyre')).toBe(false);
  expect(unscheduled).toEqual(['fetch-supplier-gone']);
});

test('starts a worker for every kind of enqueued job', async () => {
  const { workers } = await startRecorded();
  const payments = ['start-payment', 'sync-payment', 'submit-refund', 'find-payment'];
  for (const name of ['send-letter', 'send-text', 'send-stock-notice', ...payments])
    expect(workers.has(name)).toBe(true);
});

test('the desk names every job', async () => {
  const { workers } = await startRecorded();
  const { jobs } = JSON.parse(readFileSync(join(import.meta.dirname, '../desk/messages/en.json'), 'utf8'));
  const names = [...workers.keys(), ...eprelJobNames, ...archiveJobNames, 'draw-bitmaps', 'fetch-supplier'];
  expect(Object.keys(jobs).toSorted()).toEqual(names.toSorted());
});

test('fails a mail to a refused address at its first try, and alerts the operator', async () => {
  const alerts: string[] = [];
  const sendMail = async () => {
    throw new MailError('550 5.1.1 user unknown', { permanent: true });
  };
  const { workers } = await startRecorded({ contextChanges: { sendMail, alert: (line) => alerts.push(line) } });
  const job = { id: 'job', data: { letterId: 'mail' }, retryCount: 0, retryLimit: 12, createdOn: new Date() };
  expect(await workers.get('send-letter')?.([job])).toEqual([
    { id: 'job', status: 'deadletter', output: { message: '550 5.1.1 user unknown' } },
  ]);
  expect(alerts).toEqual(['job failed for the last time: send-letter job: 550 5.1.1 user unknown']);
});

test('runs the other jobs after a failed one, and alerts the operator after its last try', async () => {
  const alerts: string[] = [];
  const sent: string[] = [];
  const sendMail = async (id: string) => {
    if (id.startsWith('bad')) throw new Error('421 try later');
    sent.push(id);
  };
  const { workers } = await startRecorded({ contextChanges: { sendMail, alert: (line) => alerts.push(line) } });
  const job = (letterId: string, retryCount: number) => ({
    id: `job-${letterId}`,
    data: { letterId },
    retryCount,
    retryLimit: 12,
    createdOn: new Date(),
  });
  const results = await workers.get('send-letter')?.([
    job('bad with a try left', 11),
    job('bad at its last try', 12),
    job('good', 0),
  ]);
  expect(results).toEqual([
    { id: 'job-bad with a try left', status: 'failed', output: { message: '421 try later' } },
    { id: 'job-bad at its last try', status: 'failed', output: { message: '421 try later' } },
    { id: 'job-good', status: 'completed' },
  ]);
  expect(sent).toEqual(['good']);
  expect(alerts).toEqual(['job failed for the last time: send-letter job-bad at its last try: 421 try later']);
});
