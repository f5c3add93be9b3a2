import { addressOf, runServer, type ServerProcess } from '../support/server-process.ts';

/** The built shop as a process that dies and is started again, on the same address and folder. */
export async function shopProcess(dataDir: string, environment: Record<string, string>) {
  let server: ServerProcess = runServer(dataDir, environment);
  let over = false;
  const shop = {
    address: await addressOf(server),
    get pid() {
      return server.pid;
    },
    /** What this run of it has said, and complained of. */
    get stdout() {
      return server.stdout;
    },
    get stderr() {
      return server.stderr;
    },
    says: (pattern: RegExp) => server.says(pattern),
    signal: (signal: NodeJS.Signals) => server.kill(signal),
    /** Ends it; the exit code, or the signal that ended it. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | NodeJS.Signals> {
      server.kill(signal);
      return server.exited;
    },
    /** Resolves when it is open again. */
    async start(): Promise<void> {
      if (over) throw new Error('the stage is cleared');
      server = runServer(dataDir, environment);
      await addressOf(server);
    },
    /** Killed, and never started again. */
    async endForGood(): Promise<void> {
      over = true;
      await shop.end('SIGKILL');
    },
  };
  return shop;
}

export type ShopProcess = Awaited<ReturnType<typeof shopProcess>>;
