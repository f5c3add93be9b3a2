import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../../src/database/backup/restore-backup.server.ts';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrations } from '../../../src/database/migrations.server.ts';
import { openQueues } from '../../../src/database/queue.server.ts';
import { commandRunner } from '../../support/command.ts';
import { contentsOf, createEmptyDatabase, query, temporaryFile } from '../../support/database/backups.ts';
import { oldRows } from '../../support/database/old-rows.ts';

/** The last migration of the older shop. */
const lastOldMigration = '0005_stock_changes';

test('restore: an older backup gives the same contents as a migration of its database', async () => {
  const oldUrl = await createEmptyDatabase();
  await migrate(
    oldUrl,
    migrations.filter(({ name }) => name <= lastOldMigration),
    () => {},
  );
  await query(oldUrl, oldRows);
  const file = await temporaryFile();
  expect(await commandRunner({ url: oldUrl })(['backup', file])).toMatchObject({ code: 0, err: '' });
  const url = await createEmptyDatabase();
  const { code, out, err } = await commandRunner({ url })(['restore', file, '--move', '--json']);
  expect(code, err).toBe(0);
  const later = migrations.map(({ name }) => name).filter((name) => name > lastOldMigration);
  expect(JSON.parse(out)).toMatchObject({ ok: true, migrated: later.sort(), rows: { 'public.orders': 1 } });
  await migrate(oldUrl, migrations, () => {});
  const [expected, restored] = [await contentsOf(oldUrl), await contentsOf(url)];
  // All columns but the last, because the later migrations were applied at different times.
  const migrationsIn = (rows: string[] = []) => rows.map((row) => row.split(',').slice(0, 2).join());
  expect(migrationsIn(restored.schema_migrations)).toEqual(migrationsIn(expected.schema_migrations));
  expect({ ...restored, schema_migrations: [] }).toEqual({ ...expected, schema_migrations: [] });
});

test('restore: runs later migrations in the same transaction; a failing one leaves the database empty', async () => {
  const oldUrl = await createEmptyDatabase();
  const oldMigrations = migrations.filter(({ name }) => name <= lastOldMigration);
  await migrate(oldUrl, oldMigrations, () => {});
  await query(oldUrl, oldRows);
  // This row has a deferred foreign key: ALTER TABLE in the same transaction fails unless the key is checked first.
  await query(oldUrl, `insert into idempotency_keys values ('a', 'b', 'c', 1, now())`);
  const queues = await openQueues(oldUrl, ['work'], { runsJobs: false, onError: () => {} });
  await queues.boss.send('work', {});
  await queues.stop();
  const file = await temporaryFile();
  expect(await commandRunner({ url: oldUrl })(['backup', file])).toMatchObject({ code: 0, err: '' });
  const restore = async (sql: string) => {
    const url = await createEmptyDatabase();
    const next = [...oldMigrations, { name: '0006_next', sql }];
    const result = restoreBackup(url, file, { migrations: next, replace: false, log: () => {} });
    return {
      result,
      tables: async () => Object.keys(await contentsOf(url)),
      jobs: () => query(url, 'select name from pgboss.job'),
    };
  };
  const succeeding = await restore('alter table idempotency_keys add column later integer');
  expect(await succeeding.result).toMatchObject({ migrated: ['0006_next'] });
  expect(await succeeding.jobs()).toEqual([{ name: 'work' }]);
  const failing = await restore('alter table missing_table add column later integer');
  await expect(failing.result).rejects.toThrow('Migration 0006_next failed');
  // Without tables, `contentsOf` returns only the sequences.
  expect(await failing.tables()).toEqual(['sequences']);
  expect(await failing.jobs()).toEqual([]);
});

test('backup includes a table that is not the shop’s; restore leaves it out and reports it', async () => {
  const url = await createEmptyDatabase();
  await migrate(url, migrations, () => {});
  await query(url, 'create table other_table as select 1 as id');
  const file = await temporaryFile();
  const backup = await commandRunner({ url })(['backup', file, '--json']);
  expect(JSON.parse(backup.out)).toMatchObject({ rows: { 'public.other_table': 1 } });
  const emptyUrl = await createEmptyDatabase();
  const { out } = await commandRunner({ url: emptyUrl })(['restore', file]);
  expect(out).toContain('Left out: table other_table, which is not the shop’s.');
  const client = new pg.Client({ connectionString: emptyUrl });
  await client.connect();
  onTestFinished(() => client.end());
  expect((await client.query(`select to_regclass('other_table') as there`)).rows).toEqual([{ there: null }]);
});
