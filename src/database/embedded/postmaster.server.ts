import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { executable, findBinaries } from './binaries.server.ts';

export type Postmaster = { pid: number; port: number };

const pidFile = (data: string) => join(data, 'postmaster.pid');
const pidFileLines = { pid: 0, port: 3 };
const isWindows = process.platform === 'win32';

/** Returns the process of postmaster.pid; null: it ended. On Windows, another process may have its pid by now. `data`: the data folder. `cluster`: the name that its processes have in their command line. */
export async function findPostmaster(data: string, cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[pidFileLines.pid]), Number(lines[pidFileLines.port])];
  if (!pid || !port) return null;
  const isOurs = isWindows ? isAlive(pid) : (await processesOf(cluster, [pid])).length > 0;
  return isOurs ? { pid, port } : null;
}

/** Returns whether a process has this pid, of whichever user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Stops `cluster`, by force after `graceMs`. On Windows, only asks the server to stop, and waits at most 60 s. */
export async function stopPostgres(data: string, cluster: string, graceMs: number): Promise<void> {
  if (isWindows) {
    const stopArguments = ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'];
    await promisify(execFile)(executable(findBinaries(), 'pg_ctl'), stopArguments, { windowsHide: true }).catch(
      () => {},
    );
    return;
  }
  const server = await findPostmaster(data, cluster);
  if (server) process.kill(server.pid, 'SIGINT');
  // If the server is gone already, such as after SIGKILL, its child processes exit by themselves.
  if (await haveExited(cluster, graceMs)) return rm(pidFile(data), { force: true });
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const { pid } of await processesOf(cluster)) signalIfAlive(pid, signal);
    if (await haveExited(cluster, 5_000)) return rm(pidFile(data), { force: true });
  }
  throw new Error(`PostgreSQL on ${data} cannot be stopped.`);
}

async function haveExited(cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  let running = await processesOf(cluster);
  while (running.length > 0) {
    if (Date.now() > deadline) return false;
    await wait(20);
    const remaining = await processesOf(
      cluster,
      running.map(({ pid }) => pid),
    );
    // A server that ends may have started another process in the meantime.
    running = remaining.length > 0 ? remaining : await processesOf(cluster);
  }
  return true;
}

function signalIfAlive(pid: number, signal: 'SIGQUIT' | 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch {}
}

export type Process = { pid: number; command: string };

/** Finds processes whose command line names `cluster`. Faster with `pids`. Always returns none on Windows. */
export async function processesOf(cluster: string, pids?: readonly number[]): Promise<Process[]> {
  if (isWindows) return [];
  const processes = await (process.platform === 'linux' ? processesFromProc(pids) : processesFromPs());
  const isPostgres = /(^|\/)postgres(\.exe)?[: ]/;
  return processes.filter(
    ({ pid, command }) => isPostgres.test(command) && command.includes(cluster) && (!pids || pids.includes(pid)),
  );
}

async function processesFromProc(pids?: readonly number[]): Promise<Process[]> {
  const pidsToRead = pids ?? (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    pidsToRead.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return { pid, command: command.replaceAll('\0', ' ').trim() };
    }),
  );
}

async function processesFromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 2 ** 26 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command }] : [];
  });
}
