import { setTimeout } from 'node:timers/promises';
import { dataFolder } from '../../src/database/embedded/home.server.ts';
import { findPostmaster } from '../../src/database/embedded/postmaster.server.ts';
import { type Process, processesOf } from '../../src/database/embedded/processes.server.ts';
import { clusterOf } from '../../src/database/embedded/server.server.ts';

type Whom = 'postmaster' | 'backend' | 'all';

/**
 * Sends a signal to processes of the PostgreSQL whose data is in `folder`: to the first, to one that serves a client, or
 * to all. One that is just starting is waited for.
 */
export async function signalPostgres(folder: string, whom: Whom, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await pids(folder, whom)) tell(pid, signal);
}

/** Kills some of them, and `others` in the same moment; resolves when they are gone with all whom they take along. */
export async function killPostgres(folder: string, whom: Whom, others: readonly number[] = []): Promise<void> {
  const cluster = await clusterOf(folder);
  const victims = await pids(folder, whom);
  const before = (await processesOf(cluster)).filter(isServing).map(({ pid }) => pid);
  for (const pid of [...others, ...victims]) tell(pid, 'SIGKILL');
  const gone = new Set([...victims, ...before]);
  while ((await processesOf(cluster)).some(({ pid }) => gone.has(pid))) await setTimeout(5);
}

async function pids(folder: string, whom: Whom): Promise<number[]> {
  const cluster = await clusterOf(folder);
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(20)) {
    const postmaster = await findPostmaster(await dataFolder(folder), cluster);
    const all = await processesOf(cluster);
    const serving = all.filter(isServing);
    if (postmaster && serving.length > 0) {
      if (whom === 'postmaster') return [postmaster.pid];
      return (whom === 'all' ? all : serving.slice(0, 1)).map(({ pid }) => pid);
    }
  }
  throw new Error('no PostgreSQL ran there for a minute');
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It left in the meantime.
  }
}

/** The title of a process names whom it serves, and what it is at. */
function isServing({ command }: Process): boolean {
  return /127\.0\.0\.1\(/.test(command);
}
