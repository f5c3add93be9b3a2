import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { archiveSettings } from '../archive/archive-setting.server.ts';
import { type Access, freePort, newPassword, probeServer, readAccess, urlOf, writeAccess } from './access.server.ts';
import { executable, findBinaries, NoEmbeddedDatabase } from './binaries.server.ts';
import { createCluster, ensureCluster, type Settings, serverOptions, setPassword } from './cluster.server.ts';
import { chooseDataDirectory, clusterOf, dataFolder, type Installation } from './data-directory.server.ts';
import { findPostmaster, type Postmaster, stopPostgres } from './postmaster.server.ts';
import { majorVersion, switchToCompletedUpgrade, upgradeData, versionOf } from './upgrade.server.ts';

type Log = (line: string) => void;

/** The caller must hold the file lock of `folder`. A server that is started uses `requiredPort`, if given. */
export async function ensureServer(
  folder: string,
  log: Log,
  requiredPort?: number,
): Promise<{ access: Access; wasRunning: boolean }> {
  const cluster = await clusterOf(folder);
  const data = await dataFolder(folder);
  const storedAccess = await readAccess(folder);
  const postmaster = await findPostmaster(data, cluster);
  const version = await versionOf(data);
  if (postmaster && storedAccess && version === majorVersion) {
    const access = { ...storedAccess, port: postmaster.port };
    if (await waitUntilReady(access, cluster, data, postmaster)) return { access, wasRunning: true };
    log(`PostgreSQL of an earlier run (process ${postmaster.pid}) does not answer; restarting it.`);
  }
  await stopPostgres(data, cluster, 5_000);
  await switchToCompletedUpgrade(data);
  const installation = await chooseDataDirectory(folder);
  await upgradeIfOlder(installation, log);
  await ensureCluster(installation);
  const settings = await archiveSettings(installation, log);
  const access = await startServer(installation, { storedAccess, requiredPort, settings });
  await writeAccess(folder, access);
  return { access, wasRunning: false };
}

async function upgradeIfOlder(installation: Installation, log: Log): Promise<void> {
  const { folder } = installation;
  const version = await versionOf(installation.data);
  if (version === null || version >= majorVersion) return;
  let binaries: string;
  try {
    binaries = findBinaries(version);
  } catch (error) {
    if (!(error instanceof NoEmbeddedDatabase)) throw error;
    throw new Error(
      `${installation.data} is a data folder of PostgreSQL ${version}; this shop runs ${majorVersion}. To upgrade it, install the binaries of ${version} beside it: “A new PostgreSQL” in docs/operating.md.`,
    );
  }
  await upgradeData(
    await chooseDataDirectory(folder, binaries),
    installation,
    {
      create: createCluster,
      // Without archiving: the archive refuses a cluster with another system identifier.
      start: async (started) =>
        urlOf(await startServer(started, { storedAccess: await readAccess(folder), settings: {} })),
      stop: ({ data, cluster }) => stopPostgres(data, cluster, 60_000),
    },
    log,
  );
}

// Waits without a limit for a server in crash recovery, but only five seconds for a server that does not answer.
async function waitUntilReady(access: Access, cluster: string, data: string, postmaster: Postmaster): Promise<boolean> {
  let deadline = Date.now() + 5_000;
  while (Date.now() < deadline) {
    const state = await probeServer(access, cluster);
    if (state === 'ready') return true;
    if (state === 'wrong-password') return false;
    if ((await findPostmaster(data, cluster))?.pid !== postmaster.pid) return false;
    if (state === 'starting') deadline = Date.now() + 5_000;
    await wait(50);
  }
  return false;
}

const anyPort = 0;

/** Starts the server of an installation; sets a new password unless `storedAccess` has one. */
export async function startServer(
  installation: Installation,
  {
    storedAccess,
    requiredPort,
    settings,
  }: { storedAccess: Access | null; requiredPort?: number | undefined; settings: Settings },
): Promise<Access> {
  const { folder, cluster, data } = installation;
  const password = storedAccess?.password ?? newPassword();
  if (!storedAccess) await setPassword(installation, password);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    // Another program may take a free port before PostgreSQL does, so later attempts do not use the stored port.
    const preferredPort = storedAccess && attempt <= 2 ? storedAccess.port : anyPort;
    const port = requiredPort ?? (await freePort(preferredPort));
    const server = await spawnServer(installation, { port, settings });
    const state = await waitUntilStarted(server, { port, password }, cluster);
    if (state === 'ready') return { port, password };
    if (state === 'wrong-password') {
      await stopPostgres(data, cluster, 60_000);
      await setPassword(installation, password);
    }
  }
  const lastLogLine = (await readFile(logFile(folder), 'utf8')).trim().split('\n').at(-1);
  throw new Error(`PostgreSQL does not start (see ${logFile(folder)}): ${lastLogLine}`);
}

// Detached: Ctrl-C then signals only the shop, which finishes its requests before it stops PostgreSQL.
export async function spawnServer(
  { folder, cluster, binaries, data, account }: Installation,
  { port, settings }: { port: number; settings: Settings },
): Promise<ChildProcess> {
  const log = await open(logFile(folder), 'a', 0o600);
  const options = ['-D', data, ...serverOptions(port, cluster, settings)];
  const [file, args] = account.command(executable(binaries, 'postgres'), options);
  const server = spawn(file, args, {
    ...account.spawnAs,
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  server.on('error', () => {});
  server.unref();
  await log.close();
  return server;
}

/** Returns null if the process exits before it accepts connections. */
export async function waitUntilStarted(server: ChildProcess, access: Access, cluster: string) {
  while (server.pid && server.exitCode === null && server.signalCode === null) {
    const state = await probeServer(access, cluster);
    if (state === 'ready' || state === 'wrong-password') return state;
    await wait(30);
  }
  return null;
}

const maxLogBytes = 5 * 1024 * 1024;

export function logFile(folder: string): string {
  return join(folder, 'postgres.log');
}

/** Checks every minute whether the log is above 5 MB, and then copies it to `postgres.log.1` and empties it. Returns a function to stop the timer. */
export function startLogRotation(folder: string): () => void {
  const timer = setInterval(() => void rotateIfLarge(folder), 60_000).unref();
  void rotateIfLarge(folder);
  return () => clearInterval(timer);
}

async function rotateIfLarge(folder: string): Promise<void> {
  const file = logFile(folder);
  try {
    if ((await stat(file)).size < maxLogBytes) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch {
    // A log that is missing or cannot be copied must not stop the shop.
  }
}
