import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabases } from '../../test/support/database/temporary-database.ts';
import { migrate } from './migrate.server.ts';
import { migrations } from './migrations.server.ts';

const newDatabase = temporaryDatabases();
const quiet = () => {};
const table = { name: '0001_table', sql: 'create table a (x int);' };
const column = { name: '0002_column', sql: 'alter table a add y int;\ninsert into a values (1, 2);' };

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(await newDatabase());
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('files are applied in the order of their numbers, once', async () => {
  const client = await connected();
  expect(await migrate(client, [column, table], quiet)).toEqual({ applied: ['0001_table', '0002_column'] });
  expect(await migrate(client, [column, table], quiet)).toEqual({ applied: [] });
  expect((await client.query('select * from a')).rows).toEqual([{ x: 1, y: 2 }]);
});

test('processes that start together take turns', async () => {
  const url = await newDatabase();
  const slow = { name: '0001_slow', sql: 'select pg_sleep(0.2); create table a (x int);' };
  const results = await Promise.all([1, 2, 3].map(() => migrate(url, [slow], quiet)));
  expect(results.flatMap(({ applied }) => applied)).toEqual(['0001_slow']);
});

test('refuses an applied migration that was changed, before it applies another', async () => {
  const client = await connected();
  await migrate(client, [table], quiet);
  const edited = { ...table, sql: 'create table a (x bigint);' };
  await expect(migrate(client, [edited, column], quiet)).rejects.toThrow('0001_table was changed');
  expect((await client.query('select name from schema_migrations')).rows).toEqual([{ name: '0001_table' }]);
});

test('other line ends are not a change', async () => {
  const client = await connected();
  await migrate(client, [table, column], quiet);
  const onWindows = { ...column, sql: column.sql.replaceAll('\n', '\r\n') };
  expect(await migrate(client, [table, onWindows], quiet)).toEqual({ applied: [] });
});

test('of a file that fails nothing stays, and the lock is let go', async () => {
  const client = await connected();
  const broken = { name: '0002_broken', sql: 'create table b (x int); insert into b values (1); select 1 / 0;' };
  await expect(migrate(client, [table, broken], quiet)).rejects.toThrow('0002_broken failed: division by zero');
  expect((await client.query(`select to_regclass('a') as a, to_regclass('b') as b`)).rows).toEqual([
    { a: 'a', b: null },
  ]);
  const { rows } = await client.query(`select from pg_locks where locktype = 'advisory'`);
  expect(rows).toHaveLength(0);
});

test('a file that cannot be noted as applied leaves nothing either', async () => {
  const client = await connected();
  const broken = { name: '0001_broken', sql: 'create table b (x int); drop table schema_migrations;' };
  await expect(migrate(client, [broken], quiet)).rejects.toThrow('0001_broken failed');
  expect((await client.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }]);
});

test('a database that is newer than the code is accepted, with a line', async () => {
  const client = await connected();
  await migrate(client, [table, column], quiet);
  const lines: string[] = [];
  expect(await migrate(client, [table], (line) => lines.push(line))).toEqual({ applied: [] });
  expect(lines.join()).toContain('0002_column');
});

test('the files of the shop make its tables', async () => {
  const client = await connected();
  await migrate(client, migrations, quiet);
  const { rows } = await client.query(`select to_regclass('tires') as tires, to_regclass('order_events') as events`);
  expect(rows).toEqual([{ tires: 'tires', events: 'order_events' }]);
});
