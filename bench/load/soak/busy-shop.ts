import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { seedTires } from '../../../test/support/database/seed.ts';
import { freePort } from '../../../test/support/server/free-port.ts';
import { costOf } from '../../command-cost.ts';
import { fillWithTires, priceList } from '../../filled-database.ts';
import { repriced } from '../../import/lists.ts';
import { checkOrders } from '../../orders/check-orders.ts';
import { runInChild } from '../../own-process.ts';
import { type Server, startShopOn } from '../../servers.ts';
import { onTemporaryDatabase } from '../../temporary-database.ts';
import type { ClientsJob, ClientsResult } from './soak-clients.ts';

const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

/** The measurements of the clients, and counts of the database afterwards. */
export type BusyDay = ClientsResult & Record<'lost' | 'oversold' | 'mails' | 'imports' | 'paid', number>;

const importEveryMs = 90_000;

type Options = { tires: number; minutes: number; nodeOptions?: string[] };

/**
 * Simulates a busy day in `minutes` on the built shop: pages, lists, orders, payments with webhooks, mail and imports.
 * `watch` observes the process meanwhile.
 */
export async function onBusyShop(
  { tires, minutes, nodeOptions }: Options,
  watch: (shop: Server) => Promise<void>,
): Promise<BusyDay> {
  return onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    await using db = openDatabase(url);
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
    await using shop = await startShopOn(url, env, nodeOptions);
    const stopped = new AbortController();
    try {
      const job: ClientsJob = { address, minutes, montonioPort, keys };
      const clients = runInChild<ClientsJob, ClientsResult>('load/soak/soak-clients.ts', job);
      const importing = importRepeatedly(url, tires, stopped.signal);
      await watch(shop);
      const result = await clients;
      stopped.abort();
      const imports = await importing;
      const checked = await checkOrders(db, result.orders);
      const { rows } = await db.pool.query<{ paid: number }>(
        `select count(distinct order_id) as paid from payment_ledger where kind = 'paid'`,
      );
      return { ...checked, ...result, imports, paid: rows[0]?.paid ?? 0 };
    } finally {
      stopped.abort();
    }
  });
}

/** Imports the list of a filled database with other prices and the original ones in turn until `stopped`; returns the number of imports. */
async function importRepeatedly(url: string, tires: number, stopped: AbortSignal): Promise<number> {
  const file = join(tmpdir(), `rehvipood-soak-${process.pid}.csv`);
  const original = await text(priceList(tires));
  const lists = [repriced(original), original];
  let imports = 0;
  try {
    for (;;) {
      await wait(importEveryMs, undefined, { signal: stopped }).catch(() => {});
      if (stopped.aborted) return imports;
      await writeFile(file, lists[imports % 2] ?? original);
      await costOf(url, ['import', file]);
      imports += 1;
    }
  } finally {
    await rm(file, { force: true });
  }
}
