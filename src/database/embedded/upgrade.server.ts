import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably } from '../durable-files.server.ts';
import type { Installation } from './data-directory.server.ts';

type Log = (line: string) => void;

export const majorVersion = 18;

/** Returns the major version that wrote the data folder; null if it has no PG_VERSION. */
export async function versionOf(data: string): Promise<number | null> {
  const text = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  return text === null ? null : Number(text.trim());
}

export type UpgradeServers = {
  create(installation: Installation): Promise<void>;
  start(installation: Installation): Promise<string>;
  stop(installation: Installation): Promise<void>;
};

/** Copies the data of an earlier major version into a new cluster of `next`, through a backup file, and replaces the old folder with the new one.
 * The old folder is kept, unchanged, as `postgres-17`. After an interruption, the next start repeats the upgrade of the old data,
 * unless the new cluster was complete: `switchToCompletedUpgrade` then puts it into use. */
export async function upgradeData(
  old: Installation,
  next: Installation,
  servers: UpgradeServers,
  log: Log,
): Promise<void> {
  const { data } = old;
  const version = await versionOf(data);
  const unfinished = { ...next, data: `${data}.upgrading` };
  const backupFile = `${data}.upgrading.zip`;
  // Imported here, because only an upgrade needs these modules.
  const [{ writeBackup }, { restoreBackup }, { migrations }] = await Promise.all([
    import('../backup/write-backup.server.ts'),
    import('../backup/restore-backup.server.ts'),
    import('../migrations.server.ts'),
  ]);
  log(`The data are of PostgreSQL ${version}; copying them into PostgreSQL ${majorVersion}.`);
  for (const leftover of [unfinished.data, backupFile]) await rm(leftover, { recursive: true, force: true });
  await whileRunning(old, servers, (url) => writeBackup(url, backupFile, { now: new Date() }));
  await servers.create(unfinished);
  await whileRunning(unfinished, servers, (url) => restoreBackup(url, backupFile, { migrations, replace: false, log }));
  await rm(backupFile);
  await renameDurably(unfinished.data, upgradedFolder(data));
  await switchToCompletedUpgrade(data);
  log(`Done. The old data are in ${data}-${version}: delete that folder once the shop has run well.`);
}

const upgradedFolder = (data: string) => `${data}.upgraded`;

/** Replaces the old cluster if the folder of the upgraded one exists: it exists only when it is complete. */
export async function switchToCompletedUpgrade(data: string): Promise<void> {
  const upgraded = upgradedFolder(data);
  if (!(await stat(upgraded).catch(() => null))) return;
  const version = await versionOf(data);
  if (version !== null) await renameDurably(data, `${data}-${version}`);
  await renameDurably(upgraded, data);
}

async function whileRunning(
  installation: Installation,
  { start, stop }: UpgradeServers,
  work: (url: string) => Promise<unknown>,
): Promise<void> {
  try {
    const url = await start(installation);
    await work(url);
  } finally {
    await stop(installation);
  }
}
