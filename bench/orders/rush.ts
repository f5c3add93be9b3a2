import { openDatabase } from '../../src/database/connect.server.ts';
import { toEuros } from '../../src/shop/money.ts';
import { form, items } from '../../test/support/orders/order-form.ts';
import { runInChild } from '../own-process.ts';
import type { Figure } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import type { BuyersJob, BuyersResult } from './buyers.ts';
import { checkOrders } from './check-orders.ts';

const attempts = 200;
const concurrency = { clients: 50, warmUp: 0, seconds: 60 };
const pieces = 101;

/** Places 200 concurrent orders for sets of four of one tire with 101 pieces: exactly 25 sets must be sold. */
export async function rush(url: string): Promise<Figure> {
  await using db = openDatabase(url);
  const { rows } = await db.pool.query<{ id: string; price: number }>(`
    update stock set on_hand = ${pieces} from tires t
    where t.id = tire_id and tire_id = (select tire_id from stock group by tire_id having count(*) = 1 limit 1)
    returning t.id, t.price_cents as price`);
  const { id = '', price = 0 } = rows[0] ?? {};
  const forms = Array.from({ length: attempts }, () => form({ items: items([id, 4, toEuros(price)]) }));
  await using shop = await startShopOn(url, { TRUST_PROXY: 'loopback' });
  const job = { address: shop.address, forms, concurrency };
  const { numbers, refused } = await runInChild<BuyersJob, BuyersResult>('orders/buyers.ts', job);
  const { lost, oversold } = await checkOrders(db, numbers);
  return {
    id: 'orders/rush',
    what: `sets sold more or fewer than the ${Math.floor(pieces / 4)} in stock, ${attempts} buyers of one tire, ${concurrency.clients} clients`,
    measured: Math.abs(numbers.length - Math.floor(pieces / 4)),
    unit: 'sets',
    target: { atMost: 0 },
    beside: { lost, oversold, ...refused },
  };
}
