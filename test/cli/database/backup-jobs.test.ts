import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { getRollbackPlans } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { jobsFile, type Manifest, manifestFile } from '../../../src/database/backup/manifest.ts';
import { openBackup } from '../../../src/database/backup/read-backup.server.ts';
import { commandRunner } from '../../support/command.ts';
import { createBackup, createEmptyDatabase, query, temporaryFile } from '../../support/database/backups.ts';
import { columns, rows } from '../../support/database/old-jobs.ts';
import { rewriteBackup } from '../../support/database/rewritten-backup.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { closeTestQueues, openedQueues, openTestQueues, runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();

/** A new, empty database; `run` runs operator commands on it. */
async function emptyTarget() {
  const url = await createEmptyDatabase();
  return { url, run: commandRunner({ url }) };
}

type ListedJob = { id: string; state: string; data: { letterId: string }; error: string };

const jobsBy = async (run: typeof shop.run): Promise<ListedJob[]> =>
  JSON.parse((await run(['jobs', 'list', '--json'])).out).jobs.sort((a: ListedJob, b: ListedJob) =>
    a.id < b.id ? -1 : 1,
  );

/** Enqueues a mail job for each state, named after it; `later` is due tomorrow. */
async function enqueueMails() {
  const { enqueue } = openedQueues();
  const mails = ['waiting', 'later', 'running', 'retrying', 'failed', 'done', 'cancelled'];
  await enqueue(shop.db, ...mails.map((letterId) => ({ name: 'send-letter', letterId })));
  const update = (letterId: string, changes: string) =>
    query(shop.database.url, `update pgboss.job set ${changes} where data->>'letterId' = '${letterId}'`);
  // Written a month ago: pg-boss deletes jobs that have waited for two weeks.
  const old = `created_on = now() - interval '30 days', keep_until = now() - interval '16 days'`;
  await update('waiting', `${old}, start_after = now() - interval '30 days'`);
  await update('later', `start_after = now() + interval '1 day'`);
  await update('running', `state = 'active', started_on = now()`);
  await update('retrying', `state = 'retry', retry_count = 3, output = '{"message": "timeout"}'`);
  await update('failed', `state = 'failed', completed_on = now(), retry_count = 15, output = '{"message": "refused"}'`);
  await update('done', `state = 'completed', completed_on = now()`);
  await update('cancelled', `state = 'cancelled', completed_on = now()`);
}

/** Opens the queues of another database until the test ends. */
async function useQueuesOf(url: string) {
  await closeTestQueues();
  await openTestQueues(url);
  onTestFinished(async () => {
    await closeTestQueues();
    await openTestQueues(shop.database.url);
  });
}

/** Runs the due jobs of the opened queues; returns the mails that they send. */
async function sentMails(): Promise<string[]> {
  const sent: string[] = [];
  await runJobs(testShopContext(shop.db), async (id) => void sent.push(id));
  return sent.sort();
}

/** Returns the jobs in a backup. */
async function jobsIn(file: string): Promise<{ id: string; name: string; data: unknown }[]> {
  const backup = await openBackup(file);
  onTestFinished(backup.close);
  const lines = (await text(backup.read(jobsFile))).split('\n').filter((line) => line !== '');
  expect(backup.manifest.jobs?.rows).toBe(lines.length);
  return lines.map((line) => JSON.parse(line));
}

test('restore: pending jobs run once, failed jobs stay failed until they are retried', async () => {
  await enqueueMails();
  const before = await jobsBy(shop.run);
  const file = await createBackup(shop);
  const { url, run } = await emptyTarget();
  expect(await run(['restore', file])).toMatchObject({ code: 0 });
  const restored = await jobsBy(run);
  expect(restored.map(({ id, data }) => ({ id, data }))).toEqual(before.map(({ id, data }) => ({ id, data })));
  const states = restored.map(({ state, data, error }) => [data.letterId, state, error].join(' '));
  expect(states.sort()).toEqual([
    'failed dead refused',
    'later waiting ',
    'retrying waiting ',
    'running waiting ',
    'waiting waiting ',
  ]);
  await useQueuesOf(url);
  const { boss } = openedQueues();
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  for (const { keepUntil, retryLimit, deleteAfterSeconds } of await boss.findJobs('send-letter', { queued: true })) {
    expect(keepUntil.getTime()).toBeGreaterThan(inDays(13).getTime());
    expect({ retryLimit, deleteAfterSeconds }).toEqual({ retryLimit: 15, deleteAfterSeconds: 90 * 24 * 60 * 60 });
  }

  expect(await sentMails()).toEqual(['retrying', 'running', 'waiting']);
  expect(await sentMails()).toEqual([]);
  expect((await jobsBy(run)).map(({ state, data }) => `${data.letterId} ${state}`).sort()).toEqual([
    'failed dead',
    'later waiting',
  ]);
  expect(await run(['jobs', 'retry', '--all', '--yes'])).toMatchObject({ code: 0 });
  expect(await sentMails()).toEqual(['failed']);
  expect(await sentMails()).toEqual([]);
  // The queue has the settings of the shop.
  expect(await boss.getQueue('send-letter')).toMatchObject({ retryLimit: 15, notify: true });
});

test('backup: leaves out finished jobs and those that the schedule enqueues again', async () => {
  await enqueueMails();
  const { boss } = openedQueues();
  await boss.createQueue('nightly', { policy: 'singleton' });
  await boss.schedule('nightly', '30 2 * * *');
  onTestFinished(() => boss.unschedule('nightly'));
  await boss.send('nightly', null);
  const jobs = await jobsIn(await createBackup(shop));
  expect(new Set(jobs.map(({ name }) => name))).toEqual(new Set(['send-letter']));
  expect(jobs.map(({ data }) => (data as ListedJob['data']).letterId).sort()).toEqual([
    'failed',
    'later',
    'retrying',
    'running',
    'waiting',
  ]);
});

test('restore: keeps the policy of a queue that allows one waiting job', async () => {
  const { boss } = openedQueues();
  await boss.createQueue('pictures', { policy: 'stately' });
  for (const state of ['failed', 'active', 'created']) {
    await boss.send('pictures', { state });
    await query(shop.database.url, `update pgboss.job set state = '${state}' where data->>'state' = '${state}'`);
  }
  const file = await createBackup(shop);
  const { url, run } = await emptyTarget();
  expect(await run(['restore', file])).toMatchObject({ code: 0, err: '' });
  await useQueuesOf(url);
  const restored = openedQueues().boss;
  expect(await restored.getQueue('pictures')).toMatchObject({ policy: 'stately' });
  const states = (await restored.findJobs('pictures')).map(({ state }) => state);
  expect(states.sort()).toEqual(['created', 'failed']);
});

test('restore: reads the jobs of a backup of format 1', async () => {
  const table = {
    ...{ schema: 'pgboss', name: 'job', columns, rows: 4, sequences: [] },
    sha256: createHash('sha256').update(rows).digest('hex'),
  };
  const toFormat1 = ({ jobs: _, tables, ...manifest }: Manifest) => ({
    ...manifest,
    format: 1,
    tables: [...tables, table],
  });
  const file = await rewriteBackup(
    await createBackup(shop),
    (name, content) => {
      if (name === manifestFile) return JSON.stringify(toFormat1(JSON.parse(content)));
      return name === jobsFile ? null : content;
    },
    { 'pgboss.job.copy': rows },
  );
  const { url, run } = await emptyTarget();
  expect(await run(['restore', file, '--json'])).toMatchObject({ code: 0, err: '' });
  await useQueuesOf(url);
  const jobs = await openedQueues().boss.findJobs<ListedJob['data']>('send-letter');
  expect(jobs.map(({ data, state }) => `${data.letterId} ${state}`).sort()).toEqual([
    'failed failed',
    'retrying created',
    'running created',
    'waiting "\\\t\u2028 created',
  ]);
  expect(jobs.find(({ state }) => state === 'failed')?.output).toEqual({ message: 'refused: "a\\b"' });
  expect(await sentMails()).toEqual(['retrying', 'running', 'waiting "\\\t\u2028']);
  expect(await sentMails()).toEqual([]);
});

test('backup: reads the jobs of an earlier version of pg-boss', async () => {
  await enqueueMails();
  const { url, run } = await emptyTarget();
  expect(await run(['restore', await createBackup(shop)])).toMatchObject({ code: 0 });
  const [{ version } = { version: 0 }] = await query<{ version: number }>(url, 'select version from pgboss.version');
  // pg-boss added columns to the table of jobs in version 34.
  for (let later = version; later > 33; later -= 1) await query(url, getRollbackPlans('pgboss', later));
  const file = await temporaryFile();
  expect(await run(['backup', file])).toMatchObject({ code: 0, err: '' });
  expect(await jobsIn(file)).toHaveLength(5);
});
