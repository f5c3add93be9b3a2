import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openQueues } from '../../../src/database/queue.server.ts';
import type { Feeds } from '../../../src/jobs/fetch-suppliers.ts';
import { startJobs } from '../../../src/jobs/schedule.ts';
import { testTill } from '../../support/till.ts';
import { supplier, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();

/** The jobs of a shop that declares these suppliers, on queues of its own. */
async function started(suppliers: Feeds['suppliers']) {
  const queues = await openQueues(shop.url(), [], { works: true, onError: (error) => console.error(error) });
  const context = { till: testTill(shop.db), sendLetter: async () => {}, alert: () => {} };
  await startJobs(queues, context, { db: shop.database, suppliers, keys: {}, folder: shop.folder });
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
  const without = await started([]);
  expect((await without.boss.getSchedules()).map(({ name }) => name)).not.toContain('fetch-supplier-hulgi');
  await without.stop();
});
