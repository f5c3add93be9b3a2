import { setTimeout } from 'node:timers/promises';
import { clusterOf, dataFolder } from '../../src/database/embedded/data-directory.server.ts';
import { findPostmaster, type Process, processesOf } from '../../src/database/embedded/postmaster.server.ts';

type Target = 'postmaster' | 'backend' | 'all';

/**
 * Sends a signal to processes of the PostgreSQL in `folder`: the postmaster, one backend, or all. Waits up to 60 s for a
 * server that is starting.
 */
export async function signalPostgres(folder: string, target: Target, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await findPids(folder, target)) sendSignal(pid, signal);
}

/** Kills processes of PostgreSQL together with the processes `others`. Waits until those of PostgreSQL and all backends have ended, not for `others`. */
export async function killPostgres(folder: string, target: Target, others: readonly number[] = []): Promise<void> {
  const cluster = await clusterOf(folder);
  const victims = await findPids(folder, target);
  const serving = (await processesOf(cluster)).filter(isServing).map(({ pid }) => pid);
  for (const pid of [...others, ...victims]) sendSignal(pid, 'SIGKILL');
  const ending = new Set([...victims, ...serving]);
  while ((await processesOf(cluster, [...ending])).length > 0) await setTimeout(5);
}

async function findPids(folder: string, target: Target): Promise<number[]> {
  const cluster = await clusterOf(folder);
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(20)) {
    const postmaster = await findPostmaster(await dataFolder(folder), cluster);
    const all = await processesOf(cluster);
    const backends = all.filter(isServing);
    if (postmaster && backends.length > 0) {
      if (target === 'postmaster') return [postmaster.pid];
      return (target === 'all' ? all : backends.slice(0, 1)).map(({ pid }) => pid);
    }
  }
  throw new Error(`found no PostgreSQL with a connection in ${folder} within 60 s`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
}

/** Whether a process serves a client: the process title of a backend contains the client's address. */
function isServing({ command }: Process): boolean {
  return /127\.0\.0\.1\(/.test(command);
}
