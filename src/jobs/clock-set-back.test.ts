import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../test/support/database/database.ts';
import { temporaryFolder } from '../../test/support/database/temporary-database.ts';
import { openDatabase } from '../database/connect.server.ts';
import { openQueues } from '../database/queue.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { startJobs } from './schedule.ts';

const twoHoursMs = 7_200_000;

test('a clock that is set back during a job does not delay the next job', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const db = openDatabase(url);
  onTestFinished(db.close);
  const queues = await openQueues(url, [], { runsJobs: true, onError: (error) => console.error(error) });
  onTestFinished(queues.stop);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let setBackAtNextRead = false;
  const now = () => {
    if (setBackAtNextRead) vi.setSystemTime(Date.now() - twoHoursMs);
    setBackAtNextRead = false;
    return new Date();
  };
  const shop = { db: db.kysely, now } as unknown as ShopContext;
  const feeds = { db, suppliers: [], keys: {}, folder: '.' };
  const folder = await temporaryFolder();
  const watch = { dataDir: folder, send: async () => {} };
  const backups = { url, folder, keep: 1 };
  const purchasing = { suppliers: [], owner: '', mailer: { sendOnce: async () => ({ result: 'sent' as const }) } };
  await startJobs(
    queues,
    { shop, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} },
    { feeds, watch, backups, purchasing },
  );

  const runForgetJob = async () => {
    const id = (await queues.boss.send('forget', null)) ?? '';
    while ((await queues.boss.findJobs('forget', { id }))[0]?.state !== 'completed') await wait(20);
  };
  setBackAtNextRead = true;
  await runForgetJob();
  expect(setBackAtNextRead).toBe(false);
  await runForgetJob(); // A worker that sleeps for two hours lets this time out.
  // pg-boss starts due schedules through this queue. A new job must wake its worker too.
  expect(await queues.boss.getQueue('__pgboss__send-it')).toMatchObject({ notify: true });
});
