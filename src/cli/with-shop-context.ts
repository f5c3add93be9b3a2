import { readConfig } from '../app/config.ts';
import { openQueuesToEnqueue, openShopContext } from '../app/open-shop-context.ts';
import type { Queues } from '../database/queue.server.ts';
import { readSuppliers } from '../shop/catalog/supplier/read-suppliers.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import type { ChangeStamp } from '../shop/history.server.ts';
import { cutOffsOf } from '../shop/purchasing/order-terms.ts';
import type { Call } from './command.ts';
import { withDatabase } from './database/database.ts';
import { note } from './output.ts';

/** The running shop does the jobs that `work` enqueues, such as mails; a stopped shop, after its next start. */
export async function withShopContext<T>(
  { io, shopConfig: configFromFile, suppliers }: Pick<Call, 'io' | 'shopConfig' | 'suppliers'>,
  work: (shop: ShopContext, queues: Queues) => Promise<T>,
): Promise<T> {
  const shopConfig = { ...configFromFile, cutOffs: cutOffsOf(readSuppliers(suppliers)) };
  return withDatabase(io, async (database, url) => {
    // Fails if the database is not a shop's, before pg-boss creates its tables in it.
    await database.kysely.selectFrom('stock_changes').select('id').limit(1).execute();
    const onError = (error: unknown) => note(io, String(error));
    const now = io.now;
    const queues = await openQueuesToEnqueue(url, onError);
    try {
      return await work(openShopContext(readConfig(io.env), shopConfig, database, queues, now, onError), queues);
    } finally {
      await queues.stop();
    }
  });
}

export function changeStampOf(io: Call['io']): ChangeStamp {
  return { at: io.now(), actor: actorOf(io) };
}

/** Returns the actor that the history names: `operator:user`, or `operator` when the user is unknown. */
export function actorOf({ env }: Call['io']): string {
  const user = (env.USER || env.USERNAME || '').replace(/[^\w.-]/g, '').slice(0, 32);
  return user ? `operator:${user}` : 'operator';
}
