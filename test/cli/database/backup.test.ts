import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { openQueues } from '../../../src/database/queue.server.ts';
import { jobNames } from '../../../src/jobs/handle-jobs.ts';
import { findStockDrift } from '../../../src/shop/checkout/settle/holds.server.ts';
import { commandRunner } from '../../support/command.ts';
import { contentsOf, createBackup, createEmptyDatabase, query } from '../../support/database/backups.ts';
import { filledTables, fillRemainingTables } from '../../support/database/every-table.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, place, readOrder } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { closeTestQueues, openTestQueues, runJobs, testShopContext } from '../../support/shop-context.ts';

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

test('restore: pending jobs run once, dead jobs stay dead until they are retried', async () => {
  await shop.order();
  await shop.order();
  const mails = await shop.db.selectFrom('letters').select('id').orderBy('id').execute();
  const mailIds = mails.map(({ id }) => id);
  const firstJob = `(select min(id::text)::uuid from pgboss.job)`;
  await query(
    shop.database.url,
    `update pgboss.job set state = 'failed', completed_on = now(), retry_count = 15 where id = ${firstJob}`,
  );
  // A job that a worker was running when the backup was made.
  await query(
    shop.database.url,
    `update pgboss.job set state = 'active', started_on = now() where id = (select max(id::text)::uuid from pgboss.job)`,
  );
  const listJobs = async (run: typeof shop.run) => JSON.parse((await run(['jobs', 'list', '--json'])).out).jobs;
  const before = await listJobs(shop.run);
  const file = await createBackup(shop);
  const { url, run } = await emptyTarget();
  expect(await run(['restore', file])).toMatchObject({ code: 0 });
  const after = await listJobs(run);
  expect(after).toEqual(
    before.map((job: { state: string }) => ({ ...job, state: job.state === 'active' ? 'retrying' : job.state })),
  );

  await closeTestQueues();
  await openTestQueues(url);
  onTestFinished(async () => {
    await closeTestQueues();
    await openTestQueues(shop.database.url);
  });
  const db = openDatabase(url);
  onTestFinished(db.close);
  const deadMailId = after.find((job: { state: string }) => job.state === 'dead').data.letterId;
  const sent: string[] = [];
  const send = async (id: string) => void sent.push(id);
  await runJobs(testShopContext(db.kysely), send);
  expect(sent.sort()).toEqual(mailIds.filter((id) => id !== deadMailId));
  expect(await runJobs(testShopContext(db.kysely), send)).toEqual({ done: [], failed: [] });
  expect((await run(['jobs', 'retry', '--all', '--yes'])).code).toBe(0);
  await runJobs(testShopContext(db.kysely), send);
  expect(sent.sort()).toEqual(mailIds);
  // The restored queue has the same settings.
  const queues = await openQueues(url, jobNames, { runsJobs: false, onError: () => {} });
  onTestFinished(queues.stop);
  expect(await queues.boss.getQueue('send-letter')).toMatchObject({ retryLimit: 15, notify: true });
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
