import shop from '../../shop.config.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openQueues } from '../../src/database/queue.server.ts';
import { laterJobNames } from '../../src/jobs/later-jobs.ts';
import { openTill } from '../../src/open-till.ts';
import { orderAndPay } from '../../src/shop/checkout/order-and-pay.server.ts';
import { orderForm } from '../../src/shop/checkout/order-form.ts';
import type { Form } from '../orders/forms.ts';

const atOnce = 8;

/** Places these orders by the shop's own verb; their letters wait as jobs. */
export async function placeOrders(url: string, forms: Form[]): Promise<void> {
  const db = openDatabase(url, { connections: atOnce });
  const queues = await openQueues(url, laterJobNames, { works: false, onError: (error) => console.error(error) });
  const till = openTill(readConfig({}), shop, db, queues, () => new Date());
  const left = forms.values();
  const placing = async () => {
    for (const form of left) {
      const attempt = { key: crypto.randomUUID(), clientAddress: null, deviceId: null, limitByAddress: false };
      const placed = await orderAndPay(till, shop.limits, orderForm.parse(form), attempt);
      if (!placed.ok) throw new Error(`an order was refused: ${placed.reason}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, placing));
  await queues.stop();
  await db.close();
}
