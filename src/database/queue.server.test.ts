import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabases } from '../../test/support/database/temporary-database.ts';
import { openQueues, retryLimit } from './queue.server.ts';

const newDatabase = temporaryDatabases();

const open = async (url: string) => {
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, ['letters'], { works: false, onError });
  onTestFinished(queues.stop);
  return queues;
};

test('a queue of an earlier version is tried as often as this one says', async () => {
  const url = await newDatabase();
  const earlier = new PgBoss(url);
  await earlier.start();
  await earlier.createQueue('letters', { retryLimit: 2 });
  await earlier.stop({ graceful: false });
  const { boss } = await open(url);
  expect(await boss.getQueue('letters')).toMatchObject({ retryLimit, retryBackoff: true, notify: true });
});

test('its statements are cut short too', async () => {
  const { boss } = await open(await newDatabase());
  const { rows } = await boss.getDb().executeSql('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
});
