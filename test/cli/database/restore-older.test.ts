import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../../src/database/backup/restore-backup.server.ts';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrations } from '../../../src/database/migrations.server.ts';
import { operator } from '../../support/command.ts';
import { contentsOf, emptyDatabase, newFile, query } from '../../support/database/backups.ts';
import { oldRows } from '../../support/database/old-rows.ts';

/** The last migration of the shop whose rows these are. */
const last = '0005_stock_changes';

test('restore: migrates the backup of an older shop as its database would have been migrated', async () => {
  const old = await emptyDatabase();
  await migrate(
    old,
    migrations.filter(({ name }) => name <= last),
    () => {},
  );
  await query(old, oldRows);
  const file = await newFile();
  expect(await operator({ url: old })(['backup', file])).toMatchObject({ code: 0, err: '' });
  const url = await emptyDatabase();
  const { code, out, err } = await operator({ url })(['restore', file, '--json']);
  expect(code, err).toBe(0);
  const later = migrations.map(({ name }) => name).filter((name) => name > last);
  expect(JSON.parse(out)).toMatchObject({ ok: true, migrated: later.sort(), rows: { 'public.orders': 1 } });
  await migrate(old, migrations, () => {});
  const [expected, restored] = [await contentsOf(old), await contentsOf(url)];
  // When each of the later ones was applied.
  const names = (rows: string[] = []) => rows.map((row) => row.split(',').slice(0, 2).join());
  expect(names(restored.schema_migrations)).toEqual(names(expected.schema_migrations));
  expect({ ...restored, schema_migrations: [] }).toEqual({ ...expected, schema_migrations: [] });
});

test('restore: runs later migrations in the same transaction; a failing one leaves the database empty', async () => {
  const old = await emptyDatabase();
  const until5 = migrations.filter(({ name }) => name <= last);
  await migrate(old, until5, () => {});
  await query(old, oldRows);
  // Checked at the end of a transaction, unless somebody asks before.
  await query(old, `insert into idempotency_keys values ('a', 'b', 'c', 1, now())`);
  const file = await newFile();
  expect(await operator({ url: old })(['backup', file])).toMatchObject({ code: 0, err: '' });
  const restore = async (sql: string) => {
    const url = await emptyDatabase();
    const next = [...until5, { name: '0006_next', sql }];
    const done = restoreBackup(url, file, { migrations: next, replace: false, log: () => {} });
    return { done, tables: async () => Object.keys(await contentsOf(url)) };
  };
  const good = await restore('alter table idempotency_keys add column later integer');
  expect(await good.done).toMatchObject({ migrated: ['0006_next'] });
  const bad = await restore('alter table nobodys add column later integer');
  await expect(bad.done).rejects.toThrow('Migration 0006_next failed');
  expect(await bad.tables()).toEqual(['sequences']);
});

test('a table that is not the shop’s is backed up; restore leaves it out and says so', async () => {
  const url = await emptyDatabase();
  await migrate(url, migrations, () => {});
  await query(url, 'create table somebodys as select 1 as id');
  const file = await newFile();
  const backup = await operator({ url })(['backup', file, '--json']);
  expect(JSON.parse(backup.out)).toMatchObject({ rows: { 'public.somebodys': 1 } });
  const other = await emptyDatabase();
  const { out } = await operator({ url: other })(['restore', file]);
  expect(out).toContain('Left out: table somebodys, which is not the shop’s.');
  const client = new pg.Client({ connectionString: other });
  await client.connect();
  onTestFinished(() => client.end());
  expect((await client.query(`select to_regclass('somebodys') as there`)).rows).toEqual([{ there: null }]);
});
