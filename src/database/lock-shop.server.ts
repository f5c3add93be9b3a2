import { holdSession } from './held-session.server.ts';

/**
 * Takes the right to be the shop of this database, for as long as this process lives or until `release`. Null when a
 * running shop has it. Throws when the database does not answer.
 */
export async function lockShop(url: string): Promise<{ release(): Promise<void> } | null> {
  const session = await holdSession({
    url,
    name: 'rehvipood: shop lock',
    begin: async (client) => {
      const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('rehvipood shop')) as mine`);
      return rows[0].mine;
    },
  });
  return session && { release: session.close };
}
