import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDatabases } from '../../test/support/database/temporary-database.ts';
import { openQueues, retryLimit } from './queue.server.ts';
import { listJobs } from './queued-jobs.server.ts';

const newDatabase = temporaryDatabases();

const open = async (url: string) => {
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, ['mails'], { runsJobs: false, onError });
  onTestFinished(queues.stop);
  return queues;
};

test('updates the retry limit of a queue from an earlier version', async () => {
  const url = await newDatabase();
  const earlierBoss = new PgBoss(url);
  await earlierBoss.start();
  await earlierBoss.createQueue('mails', { retryLimit: 2 });
  await earlierBoss.stop({ graceful: false });
  const { boss } = await open(url);
  expect(await boss.getQueue('mails')).toMatchObject({ retryLimit, retryBackoff: true, notify: true });
});

test('does not write to a queue that has these settings', async () => {
  const url = await newDatabase();
  const { updatedOn } = (await (await open(url)).boss.getQueue('mails')) ?? {};
  const { boss } = await open(url);
  expect((await boss.getQueue('mails'))?.updatedOn).toEqual(updatedOn);
});

test('sets a statement timeout on the connections of pg-boss', async () => {
  const { boss } = await open(await newDatabase());
  const { rows } = await boss.getDb().executeSql('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
});

test('runs a batch that takes half an hour only once, and again after its process has ended', async () => {
  const { boss } = await open(await newDatabase());
  const id = (await boss.send('mails', {})) ?? '';
  await boss.fetch('mails');
  const stateAfter = async (change: string) => {
    await boss.getDb().executeSql(`update pgboss.job set ${change} where id = '${id}'`);
    await boss.getDb().executeSql('update pgboss.queue set monitor_on = null'); // last supervised long ago
    await boss.supervise('mails');
    return (await boss.findJobs('mails', { id }))[0]?.state;
  };
  expect(await stateAfter(`started_on = now() - interval '30 minutes'`)).toBe('active');
  expect(await stateAfter(`heartbeat_on = now() - interval '11 minutes'`)).toBe('retry');
});

test('lists jobs without reading the completed ones, of which there are many', async () => {
  const queues = await open(await newDatabase());
  const db = queues.boss.getDb();
  await db.executeSql(`insert into pgboss.job (name, state) select 'mails', 'completed' from generate_series(1, 50)`);
  await db.executeSql(`insert into pgboss.job (name, state, completed_on) values ('mails', 'failed', now())`);
  const executeSql = vi.spyOn(db, 'executeSql');
  expect(await listJobs(queues, { dead: true })).toMatchObject([{ queue: 'mails', state: 'dead', tries: 1 }]);
  const answers = await Promise.all(executeSql.mock.results.map(({ value }) => value));
  expect(answers.flatMap(({ rows }) => rows).filter(({ state }) => state === 'completed')).toEqual([]);
});
