import { addressOf, runServer, type ServerProcess } from '../support/server/server-process.ts';

/** The built shop as a process that can be killed and restarted on the same address and folder. */
export async function startShopProcess(dataDir: string, environment: Record<string, string>) {
  let server: ServerProcess = runServer(dataDir, environment);
  let ended = false;
  const shop = {
    address: await addressOf(server),
    get pid() {
      return server.pid;
    },
    get stdout() {
      return server.stdout;
    },
    get stderr() {
      return server.stderr;
    },
    waitForLine: (pattern: RegExp) => server.waitForLine(pattern),
    signal: (signal: NodeJS.Signals) => server.kill(signal),
    /** Sends a signal; returns the exit code or the signal that ended the process. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | NodeJS.Signals> {
      server.kill(signal);
      return server.exited;
    },
    async start(): Promise<void> {
      if (ended) throw new Error('the test is over');
      server = runServer(dataDir, environment);
      await addressOf(server);
    },
    /** Kills the process and prevents a later `start`. */
    async endForGood(): Promise<void> {
      ended = true;
      await shop.end('SIGKILL');
    },
  };
  return shop;
}

export type ShopProcess = Awaited<ReturnType<typeof startShopProcess>>;
