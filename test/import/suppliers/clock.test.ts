import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openQueues } from '../../../src/database/queue.server.ts';
import type { Feeds } from '../../../src/jobs/fetch-suppliers.ts';
import { startJobs } from '../../../src/jobs/schedule.ts';
import { feedStates, noteTry } from '../../../src/shop/catalog/supplier/feed-state.server.ts';
import { testTill } from '../../support/till.ts';
import { supplier, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();

/** The jobs of a shop that declares these suppliers, on queues of its own. */
async function started(suppliers: Feeds['suppliers']) {
  const queues = await openQueues(shop.url(), [], { works: true, onError: (error) => console.error(error) });
  const context = { till: testTill(shop.db), sendLetter: async () => {}, alert: () => {} };
  const feeds = { db: shop.database, suppliers, keys: {}, folder: shop.folder };
  const backups = { url: shop.url(), folder: shop.folder, keep: 1 };
  await startJobs(queues, context, { feeds, watch: { dataDir: shop.folder, tell: async () => {} }, backups });
  return queues;
}

test('the shop that runs fetches a supplier’s list by its schedule, until it is declared no more', async () => {
  const declared = supplier({ format: { kind: 'json', rows: '' }, schedule: '10 */6 * * *' });
  await writeFile(join(shop.folder, 'list'), JSON.stringify(tires()));
  const running = await started([declared]);
  const clock = await running.boss.getSchedules('fetch-supplier-hulgi');
  expect(clock).toMatchObject([{ cron: '10 */6 * * *', timezone: 'Europe/Tallinn' }]);
  // What the clock does when it strikes.
  await running.boss.send('fetch-supplier-hulgi', {});
  await expect.poll(async () => (await shop.rows()).filter((row) => row.startsWith('tires: ')).length).toBe(3);
  await running.stop();
  expect([...(await feedStates(shop.db)).keys()]).toEqual(['hulgi']);
  const without = await started([]);
  expect((await without.boss.getSchedules()).map(({ name }) => name)).not.toContain('fetch-supplier-hulgi');
  // What became of its last list is no trouble of anybody's any more.
  expect(await feedStates(shop.db)).toEqual(new Map());
  await without.stop();
});

const declared = () => supplier({ format: { kind: 'json', rows: '' }, schedule: '10 */6 * * *' });
/** What became of the last try, as if it had been then; in Tallinn it is two hours later. The tests' clock shows 10:00. */
const triedAt = (time: string) =>
  noteTry(shop.db, 'hulgi', { at: new Date(`2026-11-20T${time}Z`), result: 'failed', words: '' });
const asked = async () =>
  (await sql`select from pgboss.job where name = 'fetch-supplier-hulgi'`.execute(shop.db)).rows.length;

test('a fetch that fell due while no shop ran is made up for when one starts, once for all that start', async () => {
  await sql`delete from pgboss.job`.execute(shop.db);
  await writeFile(join(shop.folder, 'list'), JSON.stringify(tires()));
  await triedAt('04:09:00');
  const running = await Promise.all([started([declared()]), started([declared()])]);
  await expect.poll(async () => (await shop.rows()).filter((row) => row.startsWith('tires: ')).length).toBe(3);
  expect(await asked()).toBe(1);
  await Promise.all(running.map((queues) => queues.stop()));
});

test('nothing is made up for where the last fetch that fell due was tried, and where none ever was', async () => {
  await sql`delete from pgboss.job`.execute(shop.db);
  const first = await started([declared()]);
  await first.stop();
  await triedAt('04:10:20');
  const second = await started([declared()]);
  await second.stop();
  expect(await asked()).toBe(0);
});
