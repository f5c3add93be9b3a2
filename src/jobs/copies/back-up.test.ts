import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/support/database/database.ts';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { openBackup } from '../../database/backup/read-backup.server.ts';
import { openDatabase, withClient } from '../../database/connect.server.ts';
import { openQueues } from '../../database/queue.server.ts';
import type { JobContext } from '../job.ts';
import { startJobs } from '../schedule.ts';
import { missedBackup, nightlyBackup } from './back-up.ts';

/** Returns a backup job with a folder of its own, and its alerts. `run` runs the job at 2:30 in Tallinn on a day of November. */
async function backupJob({ url, keep = 2 }: { url: string; keep?: number }) {
  const folder = join(await temporaryFolder(), 'backups');
  const alerts: string[] = [];
  const run = async (day: string) => {
    const shop = { now: () => new Date(`2026-11-${day}T00:30:00Z`) } as JobContext['shop'];
    const context = {
      shop,
      sendMail: async () => {},
      sendNotice: async () => {},
      alert: (line: string) => alerts.push(line),
    };
    await nightlyBackup({ url, folder, keep }).run(context);
  };
  return { folder, alerts, run, files: async () => (await readdir(folder)).sort() };
}

const nightlyName = (day: string) => `rehvipood-2026-11-${day}T00-30-00Z-nightly.zip`;

async function databaseUrl() {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  return url;
}

test('writes a backup every night and keeps the configured number, plus those made by hand', async () => {
  const { folder, alerts, run, files } = await backupJob({ url: await databaseUrl() });
  await run('18');
  const byHand = ['before-upgrade.zip', 'rehvipood-2026-11-01T10-00-00Z.zip'];
  for (const name of byHand) await writeFile(join(folder, name), '');
  // Unfinished files: one of a backup that was killed days ago, one of a backup that may still be running.
  for (const name of ['.rehvipood-old.zip.1.part', '.rehvipood-new.zip.2.part'])
    await writeFile(join(folder, name), '');
  const daysAgo = new Date('2026-11-17T00:00:00Z');
  await utimes(join(folder, '.rehvipood-old.zip.1.part'), daysAgo, daysAgo);
  const recently = new Date('2026-11-20T00:00:00Z');
  await utimes(join(folder, '.rehvipood-new.zip.2.part'), recently, recently);
  await run('19');
  await run('20');
  expect(await files()).toEqual(['.rehvipood-new.zip.2.part', ...byHand, nightlyName('19'), nightlyName('20')].sort());
  expect(alerts).toEqual([]);
  const backup = await openBackup(join(folder, nightlyName('20')));
  expect(backup.manifest).toMatchObject({ at: '2026-11-20T00:30:00.000Z' });
  await backup.close();
});

test('alerts the operator about a failed backup, and removes no old backup', async () => {
  const working = await backupJob({ url: await databaseUrl(), keep: 1 });
  await working.run('18');
  const failing = nightlyBackup({ url: 'postgres://nobody@127.0.0.1:1/none', folder: working.folder, keep: 1 });
  const alerts: string[] = [];
  const shop = { now: () => new Date('2026-11-19T00:30:00Z') } as JobContext['shop'];
  const failedRun = failing.run({
    shop,
    sendMail: async () => {},
    sendNotice: async () => {},
    alert: (line) => alerts.push(line),
  });
  await expect(failedRun).rejects.toThrow('ECONNREFUSED');
  expect(alerts).toEqual([expect.stringMatching(/^nightly backup into .*ECONNREFUSED/)]);
  expect(await working.files()).toEqual([nightlyName('18')]);
});

test('runs a missed backup at the next start, once for all processes', async () => {
  const { folder } = await backupJob({ url: '' });
  const missed = (now: string) => missedBackup({ url: '', folder, keep: 1 }, new Date(now));
  const withoutPreviousBackup = await missed('2026-11-20T08:00:00Z');
  expect(withoutPreviousBackup).toBeNull();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, nightlyName('18')), '');
  // After the backup of the 18th, the next one is due on the 19th at 0:30 UTC.
  expect(await missed('2026-11-18T23:00:00Z')).toBeNull();
  const [first, second] = [await missed('2026-11-19T01:00:00Z'), await missed('2026-11-19T02:00:00Z')];
  expect(first).toMatchObject({ name: 'back-up', id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(second).toEqual(first);
});

test('a backup that takes an hour is not counted as failed, unless its process has ended', async () => {
  const url = await databaseUrl();
  const { folder } = await backupJob({ url });
  const db = openDatabase(url);
  onTestFinished(db.close);
  const queues = await openQueues(url, [], { runsJobs: true, onError: (error) => console.error(error) });
  onTestFinished(queues.stop);
  const shop = { db: db.kysely, now: () => new Date('2026-11-20T00:30:00Z') } as unknown as JobContext['shop'];
  await startJobs(
    queues,
    { shop, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} },
    {
      feeds: { db, suppliers: [], keys: {}, folder: '.' },
      watch: { dataDir: folder, send: async () => {} },
      backups: { url, folder, keep: 1 },
      purchasing: { suppliers: [], owner: '', mailer: { sendOnce: async () => ({ result: 'sent' }) } },
    },
  );
  const id = (await queues.boss.send('back-up', null)) ?? '';
  const state = async () => (await queues.boss.findJobs('back-up', { id }))[0]?.state;
  const stateAfter = async (change: string) => {
    await db.pool.query(`update pgboss.job set ${change} where id = '${id}'`);
    await db.pool.query('update pgboss.queue set monitor_on = null'); // last supervised long ago
    await queues.boss.supervise('back-up');
    return state();
  };
  await withClient(url, 'test', async (client) => {
    // The backup waits for this lock.
    await client.query('begin; lock table orders in access exclusive mode');
    await expect.poll(state).toBe('active');
    expect(await stateAfter(`started_on = now() - interval '1 hour'`)).toBe('active');
    const heartbeatStopped = `heartbeat_on = now() - interval '6 minutes'`; // more than the limit of 5
    expect(await stateAfter(heartbeatStopped)).toBe('retry');
    await queues.boss.cancel('back-up', id);
    await client.query('rollback');
  });
});
