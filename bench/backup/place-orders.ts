import shop from '../../shop.config.ts';
import { readConfig } from '../../src/app/config.ts';
import { openShopContext } from '../../src/app/open-shop-context.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openQueues } from '../../src/database/queue.server.ts';
import { jobNames } from '../../src/jobs/handle-jobs.ts';
import { orderForm } from '../../src/shop/checkout/place/order-form.ts';
import { orderAndPay } from '../../src/shop/checkout/place/place-order.server.ts';
import type { Form } from '../orders/forms.ts';

const concurrency = 8;

/** Places these orders with the shop's own function; their mail stays queued. */
export async function placeOrders(url: string, forms: Form[]): Promise<void> {
  await using db = openDatabase(url, { connections: concurrency });
  const queues = await openQueues(url, jobNames, { runsJobs: false, onError: (error) => console.error(error) });
  const context = openShopContext(readConfig({}), shop, db, queues, () => new Date(), console.error);
  const remainingForms = forms.values();
  const placeRemaining = async () => {
    for (const form of remainingForms) {
      const attempt = { key: crypto.randomUUID(), clientAddress: null, deviceId: null };
      const placed = await orderAndPay(context, shop.limits, orderForm.parse(form), attempt);
      if (!placed.ok) throw new Error(`an order was refused: ${placed.reason}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, placeRemaining));
  await queues.stop();
}
