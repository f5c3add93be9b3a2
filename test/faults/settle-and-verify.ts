import shop from '../../shop.config.ts';
import type { Database } from '../../src/database/connect.server.ts';
import type { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { findOrderByToken } from '../../src/shop/order/read-order.server.ts';
import { montonioProvider } from '../../src/shop/payment/montonio/montonio.ts';
import { runToEnd, violationsAtEnd } from '../model/end.ts';
import { enqueueInTable, makeJobTable } from '../model/job-table.ts';
import { brokenInvariants } from '../support/database/invariants.ts';
import type { BuyerLog } from './buyer.ts';

/** Counts of lost orders, of orders stored twice, and of paid orders; `wrong`: other violations, one line each. */
export type Verdict = { lost: number; doubled: number; paid: number; wrong: string[] };

type EndOfTest = {
  db: Database;
  montonio: Awaited<ReturnType<typeof startMontonioFake>>;
  keys: { accessKey: string; secretKey: string };
  now: () => Date;
  passMinutes: (minutes: number) => void;
  log: BuyerLog;
};

/** Runs the clock forward until nothing more can happen, then compares the database with the buyers' log. */
export async function settleAndVerify({ db, montonio, keys, now, passMinutes, log }: EndOfTest): Promise<Verdict> {
  const { accessKey, secretKey } = keys;
  const context = {
    db: db.kysely,
    shopConfig: shop,
    terms: shop.terms,
    now,
    enqueue: enqueueInTable,
    providers: [montonioProvider({ accessKey, secretKeys: [secretKey], baseUrl: montonio.url, now })],
    methods: async () => ({ methods: [], degraded: true }),
    textMessages: null,
    vatRegister: null,
    urls: { returnTo: () => 'https://shop.example/', notify: () => 'https://shop.example/' },
  };
  await makeJobTable(db.kysely);
  const wrong = await brokenInvariants(db);
  const fakes = { montonio: montonio.control };
  const world = { db: db.kysely, now, context, planted: {}, fakes, passMinutes };
  await runToEnd(world);
  wrong.push(...(await brokenInvariants(db)), ...(await violationsAtEnd(world)));

  let [lost, doubled] = [0, 0];
  for (const acknowledged of log.acknowledged.values()) {
    if (acknowledged.size > 1) doubled += 1;
    for (const order of acknowledged) {
      const [number = '', token = ''] = order.split(' ');
      if (!(await findOrderByToken(db.kysely, number, token))) lost += 1;
    }
  }
  const { rows } = await db.pool.query<{ orders: number; keys: number; paid: number }>(`
    select (select count(*) from orders) as orders, (select count(*) from idempotency_keys) as keys,
      (select count(distinct order_id) from payment_ledger where kind = 'paid') as paid`);
  const { orders = 0, keys: usedKeys = 0, paid = 0 } = rows[0] ?? {};
  // An order may have been stored although the buyer never received the 201, but only one for each key.
  if (orders !== usedKeys || orders > log.keys) doubled += Math.abs(orders - usedKeys) || orders - log.keys;
  return { lost, doubled, paid, wrong };
}
