import { setTimeout } from 'node:timers/promises';
import { openHarness } from '../harness.ts';
import { signalPostgres } from '../postgres.ts';
import type { Row, Scenario } from '../scenario.ts';
import { databaseBehindProxy, separateDatabase } from '../shop-database.ts';

type Server = Awaited<ReturnType<typeof separateDatabase>>;
type Outage = { fault: string; begin(server: Server): Promise<void>; end(server: Server): Promise<void> };

const outageMs = 12_000;

const outages: readonly Outage[] = [
  {
    fault: 'a separate PostgreSQL shut down for 12 s',
    begin: ({ stop }) => stop(),
    end: ({ start }) => start(),
  },
  {
    fault: 'the database frozen for 12 s (SIGSTOP): connections stay and nothing answers',
    begin: ({ serverFolder }) => signalPostgres(serverFolder, 'all', 'SIGSTOP'),
    end: ({ serverFolder }) => signalPostgres(serverFolder, 'all', 'SIGCONT'),
  },
];

/** The database is unreachable for a while: connections are refused, hang, or stay silent. */
export const databaseUnavailable: Scenario = {
  name: 'database-unavailable',
  async play(cleanup, { seed }) {
    const rows: Row[] = [];
    for (const { fault, begin, end } of outages) {
      const database = await separateDatabase(cleanup);
      const harness = await openHarness(cleanup, { database, seed });
      await setTimeout(2_000);
      await harness.inject(async () => {
        await begin(database);
        await setTimeout(outageMs);
        await end(database);
      });
      rows.push({ fault, ...(await harness.finish()) });
    }
    return [...rows, await silent(cleanup, seed)];
  },
};

async function silent(cleanup: AsyncDisposableStack, seed: number): Promise<Row> {
  const { database, proxy } = await databaseBehindProxy(cleanup);
  const harness = await openHarness(cleanup, { database, seed });
  await setTimeout(2_000);
  await harness.inject(async () => {
    proxy.silence();
    await setTimeout(outageMs);
    // New connections work; the old ones stay silent, as after a change of address.
    proxy.forwardNewConnections();
  });
  const measured = await harness.finish();
  return { fault: 'the network to the database down for 12 s without a reset, old connections lost', ...measured };
}
