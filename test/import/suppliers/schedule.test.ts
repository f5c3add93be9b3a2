import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openQueues } from '../../../src/database/queue.server.ts';
import type { Feeds } from '../../../src/jobs/fetch-suppliers.ts';
import { startJobs } from '../../../src/jobs/schedule.ts';
import { feedStates, recordAttempt } from '../../../src/shop/catalog/supplier/feed-state.server.ts';
import { testShopContext } from '../../support/shop-context.ts';
import { supplier, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();

/** The jobs of a shop that declares these suppliers, on queues of its own. */
async function started(suppliers: Feeds['suppliers']) {
  const queues = await openQueues(shop.url(), [], { works: true, onError: (error) => console.error(error) });
  const context = { shop: testShopContext(shop.db), sendMail: async () => {}, alert: () => {} };
  const feeds = { db: shop.database, suppliers, keys: {}, folder: shop.folder };
  const backups = { url: shop.url(), folder: shop.folder, keep: 1 };
  await startJobs(queues, context, { feeds, watch: { dataDir: shop.folder, send: async () => {} }, backups });
  return queues;
}

test('fetches a supplier’s list by its schedule, until its declaration is removed', async () => {
  const declared = supplier({ format: { kind: 'json', rows: '' }, schedule: '10 */6 * * *' });
  await writeFile(join(shop.folder, 'list'), JSON.stringify(tires()));
  const running = await started([declared]);
  const clock = await running.boss.getSchedules('fetch-supplier-hulgi');
  expect(clock).toMatchObject([{ cron: '10 */6 * * *', timezone: 'Europe/Tallinn' }]);
  // The scheduled job.
  await running.boss.send('fetch-supplier-hulgi', {});
  await expect.poll(async () => (await shop.rows()).filter((row) => row.startsWith('tires: ')).length).toBe(3);
  await running.stop();
  expect([...(await feedStates(shop.db)).keys()]).toEqual(['hulgi']);
  const without = await started([]);
  expect((await without.boss.getSchedules()).map(({ name }) => name)).not.toContain('fetch-supplier-hulgi');
  // The result of its last list is no trouble any more.
  expect(await feedStates(shop.db)).toEqual(new Map());
  await without.stop();
});

const declared = () => supplier({ format: { kind: 'json', rows: '' }, schedule: '10 */6 * * *' });
/** Records the last try at that time; Tallinn is two hours ahead. The clock of the tests shows 10:00. */
const triedAt = (time: string) =>
  recordAttempt(shop.db, 'hulgi', { at: new Date(`2026-11-20T${time}Z`), result: 'failed', words: '' });
const asked = async () =>
  (await sql`select from pgboss.job where name = 'fetch-supplier-hulgi'`.execute(shop.db)).rows.length;

test('makes up for a fetch that was due while no shop ran, once for all starting processes', async () => {
  await sql`delete from pgboss.job`.execute(shop.db);
  await writeFile(join(shop.folder, 'list'), JSON.stringify(tires()));
  await triedAt('04:09:00');
  const running = await Promise.all([started([declared()]), started([declared()])]);
  await expect.poll(async () => (await shop.rows()).filter((row) => row.startsWith('tires: ')).length).toBe(3);
  expect(await asked()).toBe(1);
  await Promise.all(running.map((queues) => queues.stop()));
});

test('makes up for nothing if the last due fetch was tried, or none was ever tried', async () => {
  await sql`delete from pgboss.job`.execute(shop.db);
  const first = await started([declared()]);
  await first.stop();
  await triedAt('04:10:20');
  const second = await started([declared()]);
  await second.stop();
  expect(await asked()).toBe(0);
});
