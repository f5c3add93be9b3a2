import { openDatabase } from '../../src/database/connect.server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { seedTires } from '../../test/support/seed.ts';
import { fillWithTires } from '../filled-database.ts';
import { whatStands } from '../orders/stands.ts';
import { inOwnProcess } from '../own-process.ts';
import { type Server, startShopOn } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { importNowAndThen } from './imports.ts';
import type { Lived, LiveJob } from './soak-visitors.ts';

const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

/** What visitors and buyers got, and what the database holds afterwards. */
export type BusyDay = Lived & Record<'lost' | 'oversold' | 'letters' | 'imports' | 'paid', number>;

/** `nodeOptions`: of the shop's process. */
type Options = { tires: number; minutes: number; nodeOptions?: string[] };

/**
 * A busy day in so many minutes: pages, lists, orders, payments with their webhooks, letters and imports, on the built shop with
 * so many tires. `watch` looks at its process meanwhile.
 */
export async function onBusyShop(
  { tires, minutes, nodeOptions }: Options,
  watch: (shop: Server) => Promise<void>,
): Promise<BusyDay> {
  const days: BusyDay[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    const db = openDatabase(url);
    await seedTires(db.kysely, [{ id: 'plenty', stock: { ringtee: 1_000_000, annelinn: 1_000_000 } }]);
    const [port, montonioPort] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${port}`;
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: address,
      MONTONIO_ACCESS_KEY: keys.accessKey,
      MONTONIO_SECRET_KEY: keys.secretKey,
      MONTONIO_URL: `http://127.0.0.1:${montonioPort}/api`,
    };
    const shop = await startShopOn(url, env, nodeOptions);
    const stopped = new AbortController();
    try {
      const job: LiveJob = { address, minutes, montonioPort, keys };
      const living = inOwnProcess<LiveJob, Lived>('load/soak-visitors.ts', job);
      const importing = importNowAndThen(url, tires, stopped.signal);
      await watch(shop);
      const lived = await living;
      stopped.abort();
      const imports = await importing;
      const stands = await whatStands(db, lived.orders);
      const { rows } = await db.pool.query<{ paid: number }>(
        `select count(distinct order_id) as paid from payment_ledger where kind = 'paid'`,
      );
      days.push({ ...stands, ...lived, imports, paid: rows[0]?.paid ?? 0 });
    } finally {
      stopped.abort();
      await shop.stop();
      await db.close();
    }
  });
  const [day] = days;
  if (!day) throw new Error('the busy day did not end');
  return day;
}
