import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../app/config.ts';
import { type Database, openDatabase } from '../../database/connect.server.ts';
import { dataFolder } from '../../database/embedded/data-directory.server.ts';
import { compareMigrations } from '../../database/migrate.server.ts';
import { migrations } from '../../database/migrations.server.ts';
import { lostPhotos } from '../../shop/catalog/photos/list-photos.server.ts';
import { photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { errorMessage } from '../../shop/error-message.ts';
import type { Io } from '../command.ts';
import { withDatabaseUrl } from '../database/database.ts';
import { counted } from '../output.ts';
import { type Check, fail, ok, runCheck, warn } from './check.ts';
import { checkOwners } from './desk.ts';
import { checkLabels } from './labels.ts';
import { checkAlerts, checkDemonstration, checkWithdrawals } from './shop-state.ts';

const checkName = 'database';
const minPostgresVersion = 18;
const clockDifference = { maxOkMs: 5_000, maxWarnMs: 60_000 };

/** Checks the database, and the problems that the shop has recorded in it. Changes nothing and creates no database. */
export async function checkDatabase(config: Config, io: Io, shopConfig: ShopConfig, now: Date): Promise<Check[]> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl && !(await hasEmbeddedDatabase(resolve(dataDir)))) {
    const advice = '`npm start` creates it; `restore` creates it from a backup. Or set DATABASE_URL.';
    return [warn(checkName, `there is none yet in ${resolve(dataDir)}`, advice)];
  }
  const advice = databaseUrl
    ? 'Look at host, user and password of DATABASE_URL, and whether that PostgreSQL runs and this machine may connect.'
    : `Look at ${join(dataDir, 'postgres.log')}.`;
  return runCheck(checkName, advice, () =>
    withDatabaseUrl(io, (url) => checkUrl(url, { shopConfig, dataDir }, now), config),
  );
}

type ConfigAndFolder = { shopConfig: ShopConfig; dataDir: string };

async function checkUrl(url: string, configAndFolder: ConfigAndFolder, now: Date): Promise<Check[]> {
  await using database = openDatabase(url, { name: 'rehvipood command', connections: 2, connectionTimeoutMs: 5_000 });
  return await checkConnected(database, configAndFolder, now);
}

async function hasEmbeddedDatabase(folder: string): Promise<boolean> {
  const versionFile = join(await dataFolder(folder), 'PG_VERSION');
  return access(versionFile).then(
    () => true,
    () => false,
  );
}

async function checkConnected(
  database: Database,
  { shopConfig, dataDir }: ConfigAndFolder,
  now: Date,
): Promise<Check[]> {
  const { pool, kysely } = database;
  const serverChecks = await checkServer(pool);
  const migrationCheck = await checkMigrations(pool);
  const checks = [...serverChecks, migrationCheck];
  // Tables that are missing or of an older version cannot be queried.
  if (migrationCheck.outcome === 'fail') return checks;
  const advice = 'Start the shop with this database once, and try again.';
  const run = (name: string, check: () => Promise<Check | Check[]>) => runCheck(name, advice, check);
  checks.push(
    ...(await run('writing', () => checkWriting(pool))),
    ...(await run('catalogue', () => checkDemonstration(kysely))),
    ...(await run('EU labels', () => checkLabels(database, shopConfig, now))),
    ...(await run('alerts', () => checkAlerts(kysely, shopConfig, now))),
    ...(await run('withdrawals', () => checkWithdrawals(kysely, now))),
    ...(await run('owners', () => checkOwners(kysely, now))),
    ...(await run('photographs', () => checkPhotographs(kysely, photoFolder(resolve(dataDir))))),
  );
  return checks;
}

async function checkPhotographs(db: Database['kysely'], folder: string): Promise<Check> {
  const { current, lost } = await lostPhotos(db, folder);
  if (lost.length === 0) return ok('photographs', `${current} shown, all with their files`);
  const models = lost.map(({ id, manufacturer_id, model }) => `${manufacturer_id} ${model} (${id})`);
  const advice =
    'Pages show drawings instead. Restore a backup’s folder photos into DATA_DIR/photos, or add the photographs again: docs/supply/pictures.md.';
  return warn(
    'photographs',
    `the files of ${counted(lost.length, 'photograph')} are lost: ${models.slice(0, 5).join(', ')}`,
    advice,
  );
}

async function checkServer(pool: pg.Pool): Promise<Check[]> {
  const startedAt = Date.now();
  const { rows } = await pool.query(`select current_setting('server_version') as version,
    current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
    extract(epoch from clock_timestamp()) * 1000 as "clockMs"`);
  const answeredAt = Date.now();
  const { version, major, encoding, clockMs } = rows[0];
  const checks = [
    major >= minPostgresVersion
      ? ok(checkName, `PostgreSQL ${version}`)
      : fail(
          checkName,
          `PostgreSQL ${version}`,
          `The shop needs PostgreSQL ${minPostgresVersion}: upgrade it, or restore a backup into a newer one.`,
        ),
  ];
  if (encoding !== 'UTF8') {
    const advice =
      'Make a database with encoding UTF8 and restore a backup into it: not every buyer’s name can be written in this one.';
    checks.push(fail(checkName, `its encoding is ${encoding}`, advice));
  }
  // The database read its clock between `startedAt` and `answeredAt`: only a time outside that interval differs.
  const slowByMs = startedAt - clockMs;
  const fastByMs = clockMs - answeredAt;
  return [...checks, checkClock(Math.max(0, slowByMs, fastByMs))];
}

export function checkClock(differenceMs: number): Check {
  const message = `${(differenceMs / 1000).toFixed(1)} s difference from the database’s clock`;
  if (differenceMs <= clockDifference.maxOkMs) return ok('clock', message);
  const report = differenceMs <= clockDifference.maxWarnMs ? warn : fail;
  return report(
    'clock',
    message,
    'Let both machines set their clocks from the network (NTP): expiry of orders and dates of mails depend on them.',
  );
}

async function checkMigrations(pool: pg.Pool): Promise<Check> {
  const { rows } = await pool.query(`select to_regclass('public.schema_migrations') is not null as "isMigrated"`);
  if (!rows[0].isMigrated)
    return fail(
      'migrations',
      'the database is empty',
      '`npm start` creates its tables; `restore` restores a backup into it.',
    );
  const applied = await pool.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  const { missing, newer, changed } = compareMigrations(applied.rows, migrations);
  const fileNames = (files: { name: string }[]) => files.map((file) => file.name).join(', ');
  if (changed.length > 0) {
    const advice = 'Run an unchanged copy of the shop: the file of an applied migration is never edited.';
    return fail('migrations', `changed since they were applied: ${fileNames(changed)}`, advice);
  }
  if (missing.length > 0) {
    return fail(
      'migrations',
      `not applied yet: ${fileNames(missing)}`,
      'Make a backup, then start the shop: it migrates first.',
    );
  }
  if (newer.length === 0) return ok('migrations', `all ${migrations.length} are applied`);
  return warn('migrations', `the database is newer than this shop: ${fileNames(newer)}`, 'Update this shop too.');
}

async function checkWriting(pool: pg.Pool): Promise<Check> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('update catalogue_state set demonstration = demonstration');
    return ok('writing', 'the database can be written to');
  } catch (error) {
    const advice =
      'Check that DATABASE_URL is that of the primary, that its disk has space, and that its user owns the tables. Until then, orders are refused.';
    return fail('writing', errorMessage(error), advice);
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
