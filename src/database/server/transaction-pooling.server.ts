import { connect, ServerClient } from './server-client.server.ts';

const checkRounds = 3;
const poolingMessage =
  'a connection pooler in front of the database gives each transaction another session, so that LISTEN, locks and settings are lost: set pool_mode = session in PgBouncer';

/** Throws if PgBouncer pools by transaction or statement: LISTEN and advisory locks would fail without an error. */
export async function refuseTransactionPooling(url: string): Promise<void> {
  const newClient = () =>
    new ServerClient({
      connectionString: url,
      application_name: 'rehvipood pooler check',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
  const [first, second] = [newClient(), newClient()];
  try {
    await connect(first);
    const firstPid = await pidOf(first);
    // A pooler gives its clients invented process ids, so a real process id means that there is no pooler.
    if ((first as unknown as { processID: number }).processID === firstPid) return;
    await connect(second);
    for (let round = 0; round < checkRounds; round += 1) {
      // Two queries: a pooler that uses its server connections round robin takes another one for the second.
      if ((await pidOf(first)) !== firstPid || (await pidOf(first)) !== firstPid) throw new Error(poolingMessage);
      await second.query('begin').catch((error) => {
        // In statement mode, a pooler refuses transactions.
        throw new Error(poolingMessage, { cause: error });
      });
      // A pooler that reuses its last server connection gives `second` the one of `first`, which is idle.
      if ((await pidOf(second)) === firstPid) throw new Error(poolingMessage);
      if ((await pidOf(first)) !== firstPid) throw new Error(poolingMessage);
      await second.query('commit');
    }
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

async function pidOf(client: ServerClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}
