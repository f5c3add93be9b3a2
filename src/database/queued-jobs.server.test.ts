import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDatabases } from '../../test/support/database/temporary-database.ts';
import { openQueues } from './queue.server.ts';
import { listJobs } from './queued-jobs.server.ts';

const newDatabase = temporaryDatabases();

test('reads no completed jobs, of which there are many', async () => {
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(await newDatabase(), ['mails'], { runsJobs: false, onError });
  onTestFinished(queues.stop);
  const db = queues.boss.getDb();
  await db.executeSql(`insert into pgboss.job (name, state) select 'mails', 'completed' from generate_series(1, 50)`);
  await db.executeSql(`insert into pgboss.job (name, state, completed_on) values ('mails', 'failed', now())`);
  const executeSql = vi.spyOn(db, 'executeSql');
  expect(await listJobs(queues, { dead: true })).toMatchObject([{ queue: 'mails', state: 'dead', tries: 1 }]);
  const answers = await Promise.all(executeSql.mock.results.map(({ value }) => value));
  expect(answers.flatMap(({ rows }) => rows).filter(({ state }) => state === 'completed')).toEqual([]);
});
