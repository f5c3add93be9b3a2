import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabases } from '../../test/support/database/temporary-database.ts';
import { startTcpProxy } from '../../test/support/server/tcp-proxy.ts';
import { openDatabase } from './connect.server.ts';
import { holdSession } from './held-session.server.ts';

const newDatabase = temporaryDatabases();

test('reads int8 and numeric as numbers and date as YYYY-MM-DD, also in arrays', async () => {
  const { kysely, close } = openDatabase(await newDatabase());
  onTestFinished(close);
  const { rows } = await sql`select 7::int8 as id, 22.5::numeric(4, 1) as diameter, date '2026-03-29' as day,
    array[1, null]::int8[] as ids, array[22.5]::numeric[] as diameters, array[date '2026-03-29'] as days,
    null::int8 as none, timestamptz '2026-03-29 00:00Z' as moment`.execute(kysely);
  expect(rows).toEqual([
    {
      id: 7,
      diameter: 22.5,
      day: '2026-03-29',
      ids: [1, null],
      diameters: [22.5],
      days: ['2026-03-29'],
      none: null,
      moment: new Date('2026-03-29T00:00:00Z'),
    },
  ]);
});

test('reports and replaces a lost idle connection', async () => {
  const reported = Promise.withResolvers<Error>();
  const url = await newDatabase();
  const { pool, close } = openDatabase(url, { onLostConnection: reported.resolve });
  onTestFinished(close);
  const otherDatabase = openDatabase(url);
  onTestFinished(otherDatabase.close);
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  await otherDatabase.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  expect(await reported.promise).toBeInstanceOf(Error);
  expect((await pool.query('select 1')).rowCount).toBe(1);
});

test('cancels a statement that takes too long', async () => {
  const { pool, close } = openDatabase(await newDatabase(), { statementTimeoutMs: 50 });
  onTestFinished(close);
  await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('statement timeout');
});

test('replaces a connection that stops answering', async () => {
  const proxy = await startTcpProxy(await newDatabase());
  onTestFinished(proxy.close);
  const { pool, close } = openDatabase(proxy.url, { statementTimeoutMs: 100, connections: 1 });
  onTestFinished(close);
  await pool.query('select 1');
  proxy.silence();
  await expect(pool.query('select 1')).rejects.toThrow('Connection terminated');
  proxy.forwardNewConnections();
  expect((await pool.query('select 1')).rowCount).toBe(1);
});

// Concurrent, because both wait for 5 s.
test.concurrent('closes a session whose connection has stopped answering', async ({ onTestFinished }) => {
  const proxy = await startTcpProxy(await newDatabase());
  onTestFinished(proxy.close);
  const session = await holdSession({ url: proxy.url, name: 'test' });
  proxy.silence();
  await session?.close();
});

test.concurrent('connects a session again if the connection stops answering while it is prepared', async ({
  onTestFinished,
}) => {
  const proxy = await startTcpProxy(await newDatabase());
  onTestFinished(proxy.close);
  const reconnected = Promise.withResolvers<void>();
  let connections = 0;
  const session = await holdSession({
    url: proxy.url,
    name: 'test',
    reconnectMs: 10,
    prepare: async (client) => {
      connections += 1;
      if (connections === 2) {
        proxy.silence();
        proxy.forwardNewConnections();
      }
      await client.query('listen test');
      if (connections === 3) reconnected.resolve();
      return true;
    },
  });
  proxy.cut();
  proxy.restore();
  await reconnected.promise;
  await session?.close();
});

test('allows closing a pool twice, also if Kysely was never used', async () => {
  const { pool, close } = openDatabase('postgres://nobody@127.0.0.1:1/none');
  await close();
  await close();
  expect(pool.ended).toBe(true);
});
