import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabases } from '../../test/support/database/temporary-database.ts';
import { migrate } from './migrate.server.ts';
import { migrations } from './migrations.server.ts';

const newDatabase = temporaryDatabases();
const noLog = () => {};
const tableMigration = { name: '0001_table', sql: 'create table a (x int);' };
const columnMigration = { name: '0002_column', sql: 'alter table a add y int;\ninsert into a values (1, 2);' };

async function connectToNewDatabase(): Promise<pg.Client> {
  const client = new pg.Client(await newDatabase());
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('applies each migration once, in the order of their numbers', async () => {
  const client = await connectToNewDatabase();
  expect(await migrate(client, [columnMigration, tableMigration], noLog)).toEqual({
    applied: ['0001_table', '0002_column'],
  });
  expect(await migrate(client, [columnMigration, tableMigration], noLog)).toEqual({ applied: [] });
  expect((await client.query('select * from a')).rows).toEqual([{ x: 1, y: 2 }]);
});

test('processes that start concurrently migrate one after another', async () => {
  const url = await newDatabase();
  const slow = { name: '0001_slow', sql: 'select pg_sleep(0.2); create table a (x int);' };
  const results = await Promise.all([1, 2, 3].map(() => migrate(url, [slow], noLog)));
  expect(results.flatMap(({ applied }) => applied)).toEqual(['0001_slow']);
});

test('refuses a changed migration before applying any other', async () => {
  const client = await connectToNewDatabase();
  await migrate(client, [tableMigration], noLog);
  const edited = { ...tableMigration, sql: 'create table a (x bigint);' };
  await expect(migrate(client, [edited, columnMigration], noLog)).rejects.toThrow('0001_table was changed');
  expect((await client.query('select name from schema_migrations')).rows).toEqual([{ name: '0001_table' }]);
});

test('does not treat other line endings as a change', async () => {
  const client = await connectToNewDatabase();
  await migrate(client, [tableMigration, columnMigration], noLog);
  const onWindows = { ...columnMigration, sql: columnMigration.sql.replaceAll('\n', '\r\n') };
  expect(await migrate(client, [tableMigration, onWindows], noLog)).toEqual({ applied: [] });
});

test('rolls back a failing migration and releases the lock', async () => {
  const client = await connectToNewDatabase();
  const broken = { name: '0002_broken', sql: 'create table b (x int); insert into b values (1); select 1 / 0;' };
  await expect(migrate(client, [tableMigration, broken], noLog)).rejects.toThrow(
    '0002_broken failed: division by zero',
  );
  expect((await client.query(`select to_regclass('a') as a, to_regclass('b') as b`)).rows).toEqual([
    { a: 'a', b: null },
  ]);
  const { rows } = await client.query(
    `select from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = current_database()`,
  );
  expect(rows).toHaveLength(0);
});

test('rolls back a migration that cannot be recorded as applied', async () => {
  const client = await connectToNewDatabase();
  const broken = { name: '0001_broken', sql: 'create table b (x int); drop table schema_migrations;' };
  await expect(migrate(client, [broken], noLog)).rejects.toThrow('0001_broken failed');
  expect((await client.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }]);
});

test('accepts a database newer than the code, with a log line', async () => {
  const client = await connectToNewDatabase();
  await migrate(client, [tableMigration, columnMigration], noLog);
  const lines: string[] = [];
  expect(await migrate(client, [tableMigration], (line) => lines.push(line))).toEqual({ applied: [] });
  expect(lines.join()).toContain('0002_column');
});

test('the shop’s migrations create its tables', async () => {
  const client = await connectToNewDatabase();
  await migrate(client, migrations, noLog);
  const { rows } = await client.query(`select to_regclass('tires') as tires, to_regclass('order_events') as events`);
  expect(rows).toEqual([{ tires: 'tires', events: 'order_events' }]);
});
