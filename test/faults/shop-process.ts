import { addressOf, runServer, type ServerProcess } from '../support/server-process.ts';

/** The built shop as a process that is killed and started again. */
export async function shopProcess(dataDir: string, environment: Record<string, string>) {
  let server: ServerProcess = runServer(dataDir, environment);
  const seconds: number[] = [];
  const shop = {
    address: await addressOf(server),
    /** Resolves while the shop is open, or as soon as it is again. */
    open: Promise.resolve(),
    /** How long it took from each kill to the open shop. */
    seconds,
    async killAndStart(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      shop.open = promise;
      const killed = performance.now();
      server.kill('SIGKILL');
      await server.exited;
      server = runServer(dataDir, environment);
      await addressOf(server);
      seconds.push((performance.now() - killed) / 1000);
      resolve();
    },
    async stop(): Promise<void> {
      server.kill('SIGTERM');
      await server.exited;
    },
    kill: () => server.kill('SIGKILL'),
  };
  return shop;
}

export type ShopProcess = Awaited<ReturnType<typeof shopProcess>>;
