import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { findStockDrift } from '../../../src/shop/checkout/settle/holds.server.ts';
import { commandRunner } from '../../support/command.ts';
import { contentsOf, createBackup, createEmptyDatabase } from '../../support/database/backups.ts';
import { filledTables, fillRemainingTables } from '../../support/database/every-table.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, place, readOrder } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { closeTestQueues, openTestQueues } from '../../support/shop-context.ts';

const shop = shopOfOrders();

/** A new, empty database; `run` runs operator commands on it. */
async function emptyTarget() {
  const url = await createEmptyDatabase();
  return { url, run: commandRunner({ url }) };
}

test('restore: restores every row of every table, and the shop takes orders again', async () => {
  const placed = await shop.place();
  const { number, token } = placed.json().order;
  const paid = await shop.paidOrder();
  await shop.run(['orders', 'refund', paid, '--amount', '12,50', '--yes']);
  await shop.run(['stock', 'adjust', 'tire', 'annelinn', '+1', '--reason', 'found']);
  await fillRemainingTables(shop.database.url);
  const file = await createBackup(shop);
  const before = await contentsOf(shop.database.url);
  // Every table must have rows, so that the comparison covers it.
  const empty = Object.keys(before).filter((name) => before[name]?.length === 0);
  expect(empty.filter((name) => filledTables.includes(name))).toEqual([]);

  const { url, run } = await emptyTarget();
  const restored = await run(['restore', file, '--move']);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('The shop is as it was on 2026-11-20 12:00: 2 orders, 1 tire.');
  expect(await contentsOf(url)).toEqual(before);

  const db = openDatabase(url);
  onTestFinished(db.close);
  const app = await ordersApp(db.kysely);
  expect((await readOrder(app, number, token)).json().order).toMatchObject({ number, status: 'confirmed' });
  await closeTestQueues();
  await openTestQueues(url);
  onTestFinished(async () => {
    await closeTestQueues();
    await openTestQueues(shop.database.url);
  });
  const next = await place(app, form());
  expect(next.statusCode, next.body).toBe(201);
  expect((await db.kysely.selectFrom('orders').select('id').execute()).map(({ id }) => id)).toHaveLength(3);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('backup: writes a consistent snapshot while the shop takes orders', async () => {
  await seedTires(shop.db, [{ id: 'many', stock: { ringtee: 5000 } }]);
  let buyersContinue = true;
  let placed = 0;
  const placeOrders = async () => {
    while (buyersContinue) {
      const answer = await shop.place({ items: items(['many', 1]) });
      expect(answer.statusCode, answer.body).toBe(201);
      placed += 1;
    }
  };
  const buyers = [placeOrders(), placeOrders(), placeOrders(), placeOrders()];
  await expect.poll(() => placed).toBeGreaterThan(10);
  const placedBefore = placed;
  const file = await createBackup(shop);
  const placedAfter = placed;
  buyersContinue = false;
  await Promise.all(buyers);
  const { url, run } = await emptyTarget();
  expect(await run(['restore', file])).toMatchObject({ code: 0 });
  const db = openDatabase(url);
  onTestFinished(db.close);
  expect(await brokenInvariants(db)).toEqual([]);
  expect(await findStockDrift(db.kysely)).toEqual([]);
  const orders = (await db.kysely.selectFrom('orders').select('id').execute()).length;
  expect(orders).toBeGreaterThanOrEqual(placedBefore);
  // Orders were placed during the backup and after it; otherwise this test would prove nothing.
  expect(placedAfter).toBeGreaterThan(placedBefore);
  expect(placed).toBeGreaterThan(orders);
});
