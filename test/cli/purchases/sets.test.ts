import { expect, test } from 'vitest';
import { handleDelaysJob } from '../../../src/jobs/schedule.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, place } from '../../support/orders/orders-shop.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();

test('a refused half of a front/rear set asks the buyer about the whole order; cancelling gives up both halves', async () => {
  await shop.db
    .updateTable('tires')
    .set({ tread_width: 225, profile: 45, diameter: 18 })
    .where('id', '=', 'remote')
    .execute();
  await shop.db
    .updateTable('tires')
    .set({ tread_width: 255, profile: 40, diameter: 18 })
    .where('id', '=', 'other')
    .execute();
  const app = await ordersApp(shop.db, { shop: shop.context() });
  const placed = await place(app, form({ items: items(['remote', 2], ['other', 2]) }));
  const { number } = placed.json().order;
  shop.setTime(cutOff);
  await shop.sendDuePurchases();
  const [purchase] = await shop.purchases();
  const printed = await shop.done('purchases', 'refuse', purchase?.number ?? '', 'other', '2', '--yes');
  expect(printed).toContain(number);
  await handleDelaysJob.run({
    shop: shop.context(),
    sendMail: async () => {},
    sendNotice: async () => {},
    alert: () => {},
  });
  const mails = await shop.db.selectFrom('letters').select('kind').where('kind', '=', 'delayed').execute();
  expect(mails).toHaveLength(1);
  await shop.done('orders', 'delay', number, '--answer', 'cancel', '--yes');
  const { status, lines } = JSON.parse(await shop.done('orders', 'show', number, '--json'));
  expect(status).toBe('cancelled');
  expect(lines.flatMap(({ holds }: { holds: { state: string }[] }) => holds.map(({ state }) => state))).not.toContain(
    'held',
  );
});
