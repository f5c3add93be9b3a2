import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, open, readFile, realpath, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Access, askServer, freePort, newPassword, readAccess, writeAccess } from './access.server.ts';
import { program } from './binaries.server.ts';
import { ensureCluster, setPassword, settings } from './cluster.server.ts';
import { chooseDataDirectory, dataFolder, type Home } from './data-directory.server.ts';
import { clearAway, findPostmaster, type Postmaster } from './postmaster.server.ts';

type Log = (line: string) => void;

/** The command line of every process of this PostgreSQL shows its cluster name. */
export async function clusterOf(folder: string): Promise<string> {
  const digest = createHash('sha256').update(await realpath(folder));
  return `rehvipood-${digest.digest('hex').slice(0, 12)}`;
}

/** Finds or starts the server of `folder`; needs its file lock. `port`: that of an open shop, no other will do. */
export async function ensureServer(
  folder: string,
  log: Log,
  port?: number,
): Promise<{ access: Access; adopted: boolean }> {
  const cluster = await clusterOf(folder);
  const data = await dataFolder(folder);
  const remembered = await readAccess(folder);
  const running = await findPostmaster(data, cluster);
  if (running && remembered) {
    const access = { ...remembered, port: running.port };
    if (await adopt(access, cluster, data, running)) return { access, adopted: true };
    log(`PostgreSQL of an earlier run (process ${running.pid}) does not answer; starting it anew.`);
  }
  await clearAway(data, cluster, 5_000);
  const home = await chooseDataDirectory(folder);
  await ensureCluster(home, folder);
  const access = await start(home, folder, cluster, remembered, port);
  await writeAccess(folder, access);
  return { access, adopted: false };
}

// Waits without a limit for a server in crash recovery, and five seconds for one that does not answer.
async function adopt(access: Access, cluster: string, data: string, running: Postmaster): Promise<boolean> {
  let silentUntil = Date.now() + 5_000;
  while (Date.now() < silentUntil) {
    const answer = await askServer(access, cluster);
    if (answer === 'yes') return true;
    if (answer === 'wrong-password') return false;
    if ((await findPostmaster(data, cluster))?.pid !== running.pid) return false;
    if (answer === 'not-yet') silentUntil = Date.now() + 5_000;
    await wait(50);
  }
  return false;
}

async function start(
  home: Home,
  folder: string,
  cluster: string,
  remembered: Access | null,
  only: number | undefined,
): Promise<Access> {
  const password = remembered?.password ?? newPassword();
  if (!remembered) await setPassword(home, password);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    // Another program may take the port between the check and the start.
    const port = only ?? (await freePort(attempt <= 2 ? (remembered?.port ?? 0) : 0));
    const server = await spawnServer(home, folder, port, cluster);
    const answer = await firstAnswer(server, { port, password }, cluster);
    if (answer === 'yes') return { port, password };
    if (answer === 'wrong-password') {
      await clearAway(home.data, cluster, 60_000);
      await setPassword(home, password);
    }
  }
  const words = (await readFile(logFile(folder), 'utf8')).trim().split('\n').at(-1);
  throw new Error(`PostgreSQL does not start (see ${logFile(folder)}): ${words}`);
}

// In a session of its own, so that Ctrl-C reaches the shop alone, which stops PostgreSQL after its requests.
async function spawnServer({ binaries, data, account }: Home, folder: string, port: number, cluster: string) {
  const log = await open(logFile(folder), 'a', 0o600);
  const options = ['-D', data, ...settings(port, cluster)];
  const [file, args] = account.command(program(binaries, 'postgres'), options);
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

async function firstAnswer(server: ChildProcess, access: Access, cluster: string) {
  while (server.pid && server.exitCode === null && server.signalCode === null) {
    const answer = await askServer(access, cluster);
    if (answer === 'yes' || answer === 'wrong-password') return answer;
    await wait(30);
  }
  return null;
}

const limit = 5 * 1024 * 1024;

function logFile(folder: string): string {
  return join(folder, 'postgres.log');
}

/** Rotates the log of PostgreSQL into `postgres.log.1`. Returns a function that ends it. */
export function boundLog(folder: string): () => void {
  const timer = setInterval(() => void turnOver(folder), 60_000).unref();
  void turnOver(folder);
  return () => clearInterval(timer);
}

async function turnOver(folder: string): Promise<void> {
  const file = logFile(folder);
  try {
    if ((await stat(file)).size < limit) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch {
    // A log that is missing or cannot be copied must not disturb the shop.
  }
}
