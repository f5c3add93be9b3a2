import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import webProcess from '../src/setup/processes/web-process.json' with { type: 'json' };

export type Server = AsyncDisposable & {
  address: string;
  pid: number | undefined;
  process: ChildProcess;
  stop(): Promise<void>;
};

/** Starts the built shop with an embedded database that holds the demonstration price list. */
export function startShopProcess(env: Record<string, string> = {}): Promise<Server> {
  return startShopOn('', env);
}

/** Starts the built shop on a database, with the environment and the Node options of a deployment and these further ones. */
export async function startShopOn(
  databaseUrl: string,
  env: Record<string, string> = {},
  nodeOptions: string[] = [],
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-bench-'));
  const bundle = join(import.meta.dirname, '../build/server/server.js');
  const bench = { PORT: '0', DATA_DIR: folder, RATE_LIMIT_ORDERS: '0', DATABASE_URL: databaseUrl };
  return startProcess(bundle, { ...webProcess.env, ...bench, ...env }, folder, [
    ...webProcess.nodeOptions,
    ...nodeOptions,
  ]);
}

/** Starts a bare `node:http` server that answers every request with these bytes and headers. */
export async function startBareServer(bytes: Buffer, headers: Record<string, string>): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-floor-'));
  const file = join(folder, 'body');
  await writeFile(file, bytes);
  return startProcess(
    join(import.meta.dirname, 'speed/bare-server.ts'),
    { BODY: file, HEADERS: JSON.stringify(headers) },
    folder,
  );
}

/** Starts a server that prints its address. `stop` sends SIGTERM and removes its folder. */
async function startProcess(
  script: string,
  env: Record<string, string>,
  folder: string,
  nodeOptions: string[] = [],
): Promise<Server> {
  const child = spawn(process.execPath, [...nodeOptions, script], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stderr?.pipe(process.stderr, { end: false });
  const killChild = () => void child.kill();
  process.once('exit', killChild);
  const address = await printedAddress(child);
  const stop = async () => {
    process.off('exit', killChild);
    const running = child.exitCode === null && child.signalCode === null;
    if (running && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  return { address, pid: child.pid, process: child, stop, [Symbol.asyncDispose]: stop };
}

/** The address of a bare server, or of the shop, which prints that of its desk first. */
async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the server has no stdout');
  for await (const line of createInterface({ input: stdout })) {
    const address = /^(?:The shop is open: )?(http:\/\/\S+)$/.exec(line)?.[1];
    if (address) {
      stdout.resume();
      return address;
    }
  }
  throw new Error('the server ended before it printed its address');
}
