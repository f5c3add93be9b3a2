import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findBinaries, program } from './binaries.server.ts';
import { processesOf } from './processes.server.ts';

/** A running PostgreSQL server of our data. */
export type Postmaster = { pid: number; port: number };

const pidFile = (data: string) => join(data, 'postmaster.pid');
const onWindows = process.platform === 'win32';

/** What postmaster.pid names, if that is a living PostgreSQL of this `cluster` and not a stranger with its number. */
export async function findPostmaster(data: string, cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  if (!pid || !port) return null;
  const alive = onWindows || (await processesOf(cluster)).some((process) => process.pid === pid);
  return alive ? { pid, port } : null;
}

/**
 * Ends what still runs on `data` and waits for it: a server, or the children of a killed one. Cleanly within `patience`
 * milliseconds, then by force. Afterwards postmaster.pid is gone, also one that names a stranger.
 */
export async function clearAway(data: string, cluster: string, patience: number): Promise<void> {
  if (onWindows) {
    const stop = ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'];
    await promisify(execFile)(program(findBinaries(), 'pg_ctl'), stop, { windowsHide: true }).catch(() => {});
    return;
  }
  const server = await findPostmaster(data, cluster);
  if (server) process.kill(server.pid, 'SIGINT');
  // Children of a killed server leave by themselves.
  if (await allGone(cluster, patience)) return rm(pidFile(data), { force: true });
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const { pid } of await processesOf(cluster)) tell(pid, signal);
    if (await allGone(cluster, 5_000)) return rm(pidFile(data), { force: true });
  }
  throw new Error(`PostgreSQL on ${data} cannot be stopped.`);
}

async function allGone(cluster: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while ((await processesOf(cluster)).length > 0) {
    if (Date.now() > end) return false;
    await wait(20);
  }
  return true;
}

function tell(pid: number, signal: 'SIGQUIT' | 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch {
    // It left in the meantime.
  }
}
