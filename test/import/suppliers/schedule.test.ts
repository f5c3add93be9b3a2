import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openQueues } from '../../../src/database/queue.server.ts';
import type { Feeds } from '../../../src/jobs/catalogue/fetch-suppliers.ts';
import { startJobs } from '../../../src/jobs/schedule.ts';
import { feedStates, recordAttempt } from '../../../src/shop/catalog/supplier/feed-state.server.ts';
import { testShopContext } from '../../support/shop-context.ts';
import { supplier, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();

const declared = () => supplier({ format: { kind: 'json', rows: '' }, schedule: '10 */6 * * *' });

/** Starts the jobs of a shop with these suppliers; returns its queues. */
async function startShopJobs(suppliers: Feeds['suppliers']) {
  const queues = await openQueues(shop.url(), [], { runsJobs: true, onError: (error) => console.error(error) });
  const context = {
    shop: testShopContext(shop.db),
    sendMail: async () => {},
    sendNotice: async () => {},
    alert: () => {},
  };
  const feeds = { db: shop.database, suppliers, keys: {}, folder: shop.folder };
  const backups = { url: shop.url(), folder: shop.folder, keep: 1 };
  const purchasing = { suppliers, owner: '', mailer: { sendOnce: async () => ({ result: 'sent' as const }) } };
  const watch = { dataDir: shop.folder, send: async () => {} };
  await startJobs(queues, context, { feeds, watch, backups, purchasing });
  return queues;
}

test('fetches a supplier’s list by its schedule, until its declaration is removed', async () => {
  await writeFile(join(shop.folder, 'list'), JSON.stringify(tires()));
  const running = await startShopJobs([declared()]);
  const schedules = await running.boss.getSchedules('fetch-supplier-hulgi');
  expect(schedules).toMatchObject([{ cron: '10 */6 * * *', timezone: 'Europe/Tallinn' }]);
  // Enqueues the job as the schedule would.
  await running.boss.send('fetch-supplier-hulgi', {});
  await expect.poll(async () => (await shop.rows()).filter((row) => row.startsWith('tires: ')).length).toBe(3);
  await running.stop();
  expect([...(await feedStates(shop.db)).keys()]).toEqual(['hulgi']);
  const withoutSuppliers = await startShopJobs([]);
  expect((await withoutSuppliers.boss.getSchedules()).map(({ name }) => name)).not.toContain('fetch-supplier-hulgi');
  // Its last result is deleted, too.
  expect(await feedStates(shop.db)).toEqual(new Map());
  await withoutSuppliers.stop();
});

/** Records an attempt at this UTC time. It is 10:00 UTC in these tests: the last fetch was due at 04:10, 6:10 in Tallinn. */
const recordAttemptAt = (time: string) =>
  recordAttempt(shop.db, 'hulgi', { at: new Date(`2026-11-20T${time}Z`), result: 'failed', reason: '' });
const countEnqueuedFetches = async () =>
  (await sql`select from pgboss.job where name = 'fetch-supplier-hulgi'`.execute(shop.db)).rows.length;

test('fetches a list that was due while no shop ran, once for all processes that start', async () => {
  await sql`delete from pgboss.job`.execute(shop.db);
  await writeFile(join(shop.folder, 'list'), JSON.stringify(tires()));
  await recordAttemptAt('04:09:00');
  const running = await Promise.all([startShopJobs([declared()]), startShopJobs([declared()])]);
  await expect.poll(async () => (await shop.rows()).filter((row) => row.startsWith('tires: ')).length).toBe(3);
  expect(await countEnqueuedFetches()).toBe(1);
  await Promise.all(running.map((queues) => queues.stop()));
});

test('does not fetch at the start if the last due fetch was attempted, or if no fetch was ever attempted', async () => {
  await sql`delete from pgboss.job`.execute(shop.db);
  const first = await startShopJobs([declared()]);
  await first.stop();
  await recordAttemptAt('04:10:20');
  const second = await startShopJobs([declared()]);
  await second.stop();
  expect(await countEnqueuedFetches()).toBe(0);
});
