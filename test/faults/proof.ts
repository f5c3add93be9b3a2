import shop from '../../shop.config.ts';
import type { Database } from '../../src/database/connect.server.ts';
import { openOrder } from '../../src/shop/order/orders.server.ts';
import { montonioProvider } from '../../src/shop/payment/montonio/montonio.ts';
import type { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { letItEnd, wrongAtTheEnd } from '../model/end.ts';
import { laterInTable, makeLaterTable } from '../model/later-table.ts';
import { brokenInvariants } from '../support/invariants.ts';
import type { Told } from './buyer.ts';

/** How many orders were lost or doubled, how many were paid, and what else is wrong, a line each. */
export type Proof = { lost: number; doubled: number; paid: number; wrong: string[] };

type Left = {
  db: Database;
  montonio: Awaited<ReturnType<typeof startMontonioDouble>>;
  keys: { accessKey: string; secretKey: string };
  now: () => Date;
  pass: (minutes: number) => void;
  told: Told;
};

/** Lets the clock run on over what the kills have left, and counts. */
export async function proof({ db, montonio, keys, now, pass, told }: Left): Promise<Proof> {
  const { accessKey, secretKey } = keys;
  const till = {
    db: db.kysely,
    facts: shop,
    terms: shop.terms,
    now,
    later: laterInTable,
    providers: [montonioProvider({ accessKey, secretKeys: [secretKey], baseUrl: montonio.url, now })],
    methods: async () => ({ methods: [], degraded: true }),
    urls: { returnTo: () => 'https://shop.example/', notify: () => 'https://shop.example/' },
  };
  await makeLaterTable(db.kysely);
  const wrong = await brokenInvariants(db);
  const doubles = { montonio: montonio.control };
  const left = { db: db.kysely, now, till, planted: {}, doubles, pass };
  await letItEnd(left);
  wrong.push(...(await brokenInvariants(db)), ...(await wrongAtTheEnd(left)));

  let [lost, doubled] = [0, 0];
  for (const seen of told.acknowledged.values()) {
    if (seen.size > 1) doubled += 1;
    for (const one of seen) {
      const [number = '', token = ''] = one.split(' ');
      if (!(await openOrder(db.kysely, number, token))) lost += 1;
    }
  }
  const { rows } = await db.pool.query<{ orders: number; keys: number; paid: number }>(`
    select (select count(*) from orders) as orders, (select count(*) from idempotency_keys) as keys,
      (select count(distinct order_id) from payment_ledger where kind = 'paid') as paid`);
  const { orders = 0, keys: claimed = 0, paid = 0 } = rows[0] ?? {};
  // A key that was never answered with 201 may have its order too, but only one.
  if (orders !== claimed || orders > told.keys) doubled += Math.abs(orders - claimed) || orders - told.keys;
  return { lost, doubled, paid, wrong };
}
