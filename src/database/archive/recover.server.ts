import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Access, freePort, newPassword } from '../embedded/access.server.ts';
import { type Settings, setPassword } from '../embedded/cluster.server.ts';
import { changeOwner, type Installation } from '../embedded/data-directory.server.ts';
import { stopPostgres } from '../embedded/postmaster.server.ts';
import { logFile, spawnServer, waitUntilStarted } from '../embedded/server.server.ts';
import { RefusedArchive } from './archive-folder.server.ts';
import { archiveWalCommand } from './archive-setting.server.ts';

type Recovery = {
  installation: Installation;
  archive: string;
  systemIdentifier: string;
  /** The time to recover to; null: the end of the archive. */
  targetTime: Date | null;
  /** Whether the archive has all WAL files from the base backup to its end. */
  isComplete: boolean;
  /** Port and password of the archived database; null: choose new ones. */
  access: Access | null;
};

/** Starts PostgreSQL on a base backup. Resolves when it has recovered. `stop` stops PostgreSQL. */
export async function recover(recovery: Recovery): Promise<{ access: Access; stop(): Promise<void> }> {
  const { installation, isComplete } = recovery;
  const { folder, cluster, data, account } = installation;
  const stop = () => stopPostgres(data, cluster, 60_000);
  await writeFile(join(data, 'recovery.signal'), '');
  await changeOwner(account, data);
  const access = {
    port: await freePort(recovery.access?.port ?? 0),
    password: recovery.access?.password ?? newPassword(),
  };
  try {
    const logBytes = await sizeOf(logFile(folder));
    let state = await tryToStart(recovery, access, recoverySettings(recovery, recovery.targetTime));
    // PostgreSQL exits if the archive ends before the target time. A complete archive is then recovered to its end.
    const endedBeforeTarget = async () =>
      /recovery ended before configured recovery target/.test(await logSince(folder, logBytes));
    if (state === null && isComplete && (await endedBeforeTarget()))
      state = await tryToStart(recovery, access, recoverySettings(recovery, null));
    // The database has the password of the recovered time; that of `access` may be a later one.
    if (state === 'wrong-password') {
      await stop();
      await setPassword(installation, access.password);
      state = await tryToStart(recovery, access, settingsAfterRecovery);
    }
    if (state !== 'ready')
      throw new RefusedArchive('damaged', `the recovery failed: ${reasonIn(await logSince(folder, logBytes))}`);
    await rm(join(data, 'restored-wal'), { recursive: true, force: true });
    return { access, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const settingsAfterRecovery: Settings = {};

function recoverySettings({ archive, systemIdentifier }: Recovery, targetTime: Date | null): Settings {
  const get = archiveWalCommand('get', archive, systemIdentifier);
  return {
    // `get` also unpacks the next files of the archive, into restored-wal. Moving one from there takes two milliseconds, and needs no start of `get`.
    restore_command: `mv "restored-wal/%f" "%p" 2>${process.platform === 'win32' ? 'nul' : '/dev/null'} || ${get}`,
    // PostgreSQL accepts no connections before the recovery has ended.
    hot_standby: 'off',
    // PostgreSQL knows no names of time zones yet when it reads this, not even Z.
    ...(targetTime && {
      recovery_target_time: targetTime.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  };
}

async function tryToStart({ installation }: Recovery, access: Access, settings: Settings) {
  const server = await spawnServer(installation, { port: access.port, settings });
  return waitUntilStarted(server, access, installation.cluster);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function logSince(folder: string, bytes: number): Promise<string> {
  return (await readFile(logFile(folder))).subarray(bytes).toString();
}

function reasonIn(log: string): string {
  const errorLine = /^archive: |FATAL: |PANIC: /;
  const connectionRefused = /FATAL: {2}the database system/;
  const lines = log.split('\n').filter((line) => errorLine.test(line) && !connectionRefused.test(line));
  return (lines.length > 0 ? lines : log.trim().split('\n')).slice(-2).join('; ');
}
