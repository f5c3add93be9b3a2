import { beforeEach, expect, test } from 'vitest';
import ownShopConfig from '../../../shop.config.ts';
import { enqueueDueNotices, requestNotice } from '../../../src/shop/notices/stock-notices.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { sentMails } from '../../support/orders/sent-mails.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const shopConfig = { ...ownShopConfig, labels: { incomplete: 'hide' as const } };
const context = () => testShopContext(shop.db, { shopConfig });
const wish = { tireId: 'gone', email: 'mari@example.com', count: 4, locale: 'en' as const };

beforeEach(async () => {
  await seedTires(shop.db, [{ id: 'gone', stock: { ringtee: 4 } }]);
});

const setWetGrip = (wet: 'B' | null) =>
  shop.db.updateTable('tires').set({ fuel: 'C', wet, noise_db: 70, noise_class: 'B', snow: false }).execute();

test('with `hide`, a tire without a whole label counts as sold out until its label is complete', async () => {
  expect(await requestNotice(context(), wish)).toBe('asked');
  await sentMails(context());
  await shop.db.updateTable('stock_notices').set({ confirmed_at: fridayNoon }).execute();
  expect(await enqueueDueNotices(context())).toBe(0);

  await setWetGrip('B');
  expect(await requestNotice(context(), wish)).toBe('on-sale');
  expect(await enqueueDueNotices(context())).toBe(1);
  await setWetGrip(null);
  expect(await sentMails(context())).toEqual([]);

  await setWetGrip('B');
  expect(await enqueueDueNotices(context())).toBe(1);
  expect(await sentMails(context())).toMatchObject([{ to: wish.email }]);
});
