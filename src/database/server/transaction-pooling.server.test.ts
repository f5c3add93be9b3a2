import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '../../../test/support/database/pgbouncer.ts';
import { temporaryDatabases, temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { openDatabase } from '../connect.server.ts';
import { holdSession } from '../held-session.server.ts';
import { openShopDatabase } from '../open-shop-database.server.ts';
import { openQueues } from '../queue.server.ts';
import { refuseTransactionPooling } from './transaction-pooling.server.ts';

const newDatabase = temporaryDatabases();

test('accepts a database without a pooler', async () => {
  await refuseTransactionPooling(await newDatabase());
});

describe.runIf(hasPgBouncer())('PgBouncer', () => {
  test('works in session mode: migrations, timeouts, LISTEN and jobs', async () => {
    const url = await startPgBouncer(await newDatabase(), { pool_mode: 'session' });
    const shop = await openShopDatabase({ url, folder: await temporaryFolder(), log: () => {} });
    onTestFinished(shop.close);
    const { pool, close } = openDatabase(url);
    onTestFinished(close);
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }]);
    const heard = Promise.withResolvers<string | undefined>();
    const session = await holdSession({
      url,
      name: 'listener',
      prepare: async (client) => {
        client.on('notification', ({ payload }) => heard.resolve(payload));
        await client.query('listen greetings');
        return true;
      },
    });
    onTestFinished(async () => session?.close());
    await pool.query(`notify greetings, 'hello'`);
    expect(await heard.promise).toBe('hello');
    const queues = await openQueues(url, ['work'], { runsJobs: true, onError: () => {} });
    onTestFinished(queues.stop);
    const worked = Promise.withResolvers<void>();
    await queues.boss.work('work', async () => worked.resolve());
    await queues.boss.send('work', {});
    await worked.promise;
  });

  test.each<Record<string, string | number>>([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', server_round_robin: 1 },
    { pool_mode: 'transaction', server_round_robin: 1, default_pool_size: 2 },
    { pool_mode: 'transaction', default_pool_size: 1 },
    { pool_mode: 'statement' },
  ])('is refused with %o before anything is changed', async (settings) => {
    const direct = await newDatabase();
    const url = await startPgBouncer(direct, settings);
    const opening = openShopDatabase({ url, folder: await temporaryFolder(), log: () => {} });
    await expect(opening).rejects.toThrow(/^DATABASE_URL: .*set pool_mode = session in PgBouncer/);
    const { pool, close } = openDatabase(direct);
    onTestFinished(close);
    expect((await pool.query(`select to_regclass('schema_migrations') as migrations`)).rows).toEqual([
      { migrations: null },
    ]);
  });
});
