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
  const [firstClient, secondClient] = [newClient(), newClient()];
  try {
    await connect(firstClient);
    const firstPid = await pidOf(firstClient);
    // A pooler gives its clients invented process ids, so a real process id means that there is no pooler.
    if ((firstClient as unknown as { processID: number }).processID === firstPid) return;
    const hasOtherSession = async () => (await pidOf(firstClient)) !== firstPid;
    await connect(secondClient);
    for (let round = 0; round < checkRounds; round += 1) {
      // Asked twice: a pooler that uses its server connections in turn changes the connection between two queries.
      if ((await hasOtherSession()) || (await hasOtherSession())) throw new Error(poolingMessage);
      await secondClient.query('begin').catch((error) => {
        // In statement mode, a pooler refuses transactions.
        throw new Error(poolingMessage, { cause: error });
      });
      // A pooler that reuses its last server connection gives the idle one of `firstClient` to `secondClient`.
      if ((await pidOf(secondClient)) === firstPid) throw new Error(poolingMessage);
      if (await hasOtherSession()) throw new Error(poolingMessage);
      await secondClient.query('commit');
    }
  } finally {
    await Promise.allSettled([firstClient.end(), secondClient.end()]);
  }
}

async function pidOf(client: ServerClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}
