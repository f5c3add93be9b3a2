import { openDatabase } from '../../src/database/connect.server.ts';
import { toEuros } from '../../src/shop/money.ts';
import { form, items } from '../../test/support/order-form.ts';
import { inOwnProcess } from '../own-process.ts';
import type { Figure } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import type { Bought, BuyersJob } from './buyers.ts';
import { whatStands } from './stands.ts';

const attempts = 200;
const way = { clients: 50, warmUp: 0, seconds: 60 };
const pieces = 101;

/** Everybody wants four of one tire at once, of which there are too few: how many sets more, or fewer, than there are were sold. */
export async function rush(url: string): Promise<Figure> {
  const db = openDatabase(url);
  const { rows } = await db.pool.query<{ id: string; price: number }>(`
    update stock set on_hand = ${pieces} from tires t
    where t.id = tire_id and tire_id = (select tire_id from stock group by tire_id having count(*) = 1 limit 1)
    returning t.id, t.price_cents as price`);
  const { id = '', price = 0 } = rows[0] ?? {};
  const forms = Array.from({ length: attempts }, () => form({ items: items([id, 4, toEuros(price)]) }));
  const shop = await startShopOn(url);
  try {
    const job = { address: shop.address, forms, way };
    const { numbers, refused } = await inOwnProcess<BuyersJob, Bought>('orders/buyers.ts', job);
    const { lost, oversold } = await whatStands(db, numbers);
    return {
      id: 'orders/rush',
      what: `sets sold beside the ${Math.floor(pieces / 4)} of one tire that ${attempts} want, ${way.clients} at once`,
      measured: Math.abs(numbers.length - Math.floor(pieces / 4)),
      unit: 'sets',
      target: { atMost: 0 },
      beside: { lost, oversold, ...refused },
    };
  } finally {
    await shop.stop();
    await db.close();
  }
}
