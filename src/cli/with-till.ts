import { openQueuesToAsk } from '../ask-for-jobs.ts';
import { readConfig } from '../config.ts';
import type { Queues } from '../database/queue.server.ts';
import { openTill } from '../open-till.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import type { Call } from './command.ts';
import { withDatabase } from './database.ts';
import { note } from './output.ts';

/**
 * Gives a command the shop's till, with the providers that have keys in its environment. Letters and refunds that it
 * asks for are jobs: the running shop does them, or the next one that starts.
 */
export async function withTill<T>(
  { io, shop }: Pick<Call, 'io' | 'shop'>,
  work: (till: Till, queues: Queues) => Promise<T>,
): Promise<T> {
  return withDatabase(io, async (database, url) => {
    // Before queues are made in a database that is not the shop's.
    await database.kysely.selectFrom('stock_changes').select('id').limit(1).execute();
    const queues = await openQueuesToAsk(url, (error) => note(io, String(error)));
    try {
      return await work(openTill(readConfig(io.env), shop, database, queues, io.now ?? (() => new Date())), queues);
    } finally {
      await queues.stop();
    }
  });
}

/** Who acts, for the history: `operator`, with the name of the machine's user where there is one. */
export function actorOf({ env }: Call['io']): string {
  const user = (env.USER || env.USERNAME || '').replace(/[^\w.-]/g, '').slice(0, 32);
  return user ? `operator:${user}` : 'operator';
}
