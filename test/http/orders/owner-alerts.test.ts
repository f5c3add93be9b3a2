import { hostname } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { diskAlert, type Watch, watchJob } from '../../../src/jobs/watch.ts';
import type { Alert } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const here = ordersDatabase();
const query = (sql: string) => here.db.pool.query(sql);

let minutes: number;
let letters: Alert[];

beforeEach(async () => {
  minutes = 0;
  letters = [];
  await seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]);
  const app = await ordersApp(here.db.kysely);
  await place(app, form({ items: items(['tire', 1]) }));
  await place(app, form({ items: items(['tire', 1]) }));
});

/** Runs the scheduled check so many minutes later; returns the owner’s mail. */
async function looked(later = 0, send: Watch['send'] = async (trouble) => void letters.push(trouble)) {
  minutes += later;
  letters = [];
  const context = testShopContext(here.db.kysely, { now: () => new Date(fridayNoon.getTime() + minutes * 60_000) });
  const { run } = watchJob({ dataDir: '/no/such/folder', send });
  await run({ shop: context, sendMail: async () => {}, alert: () => {} });
  return letters;
}

const review = (count: number) =>
  query(
    `update orders set review = case when id in (select id from orders order by id limit ${count}) then 'overpaid' end`,
  );

test('sends no mail without a trouble', async () => {
  expect(await looked()).toEqual([]);
});

describe('a trouble', () => {
  test('is mailed at once, and once a day while it stays the same', async () => {
    await review(1);
    expect(await looked()).toMatchObject([{ kind: 'reviews', count: 1 }]);
    expect(await looked(5)).toEqual([]);
    expect(await looked(24 * 60 - 6)).toEqual([]);
    expect(await looked(1)).toHaveLength(1);
  });

  test('that grows is mailed again, but not within the hour', async () => {
    await review(1);
    await looked();
    await review(2);
    expect(await looked(55)).toEqual([]);
    expect(await looked(5)).toMatchObject([{ kind: 'reviews', count: 2 }]);
  });

  test('that returns is mailed again, but not within the hour', async () => {
    await review(1);
    await looked();
    await review(0);
    await looked(5);
    await review(1);
    expect(await looked(5)).toEqual([]);
    expect(await looked(50)).toHaveLength(1);
  });

  test('is recorded before its mail is sent, so that a crash causes no second mail within the hour', async () => {
    await review(1);
    const noted: object[] = [];
    await looked(0, async () => void noted.push(...(await query('select trouble, told from owner_alerts')).rows));
    expect(noted).toEqual([{ trouble: 'reviews', told: '' }]);
    await query(`update owner_alerts set told = ''`);
    expect(await looked(55)).toEqual([]);
    expect(await looked(5)).toHaveLength(1);
  });

  test('whose mail failed is mailed the next time, and blocks no other', async () => {
    await review(1);
    await query(`insert into pgboss.job (name, state) values ('send-letter', 'failed')`);
    const told: string[] = [];
    const refusing = async ({ kind }: Alert) => {
      if (kind === 'dead-jobs') throw new Error('no mail server');
      told.push(kind);
    };
    await expect(looked(0, refusing)).rejects.toThrow('1 mails to the owner could not be sent');
    expect(told).toEqual(['reviews']);
    expect(await looked(5)).toMatchObject([{ kind: 'dead-jobs', details: ['send-letter: 1'] }]);
  });
});

const found = (kind: string) =>
  `insert into recon_findings (provider, provider_ref, kind, data, found_at) values ('stripe', 'ref', '${kind}', '{}', now())`;

test.each<[string, string, Partial<Alert>]>([
  [
    'a difference in the reconciliation',
    found('unknown-here'),
    { kind: 'findings', details: ['stripe unknown-here ref'] },
  ],
  [
    'a rejected price list',
    `insert into supplier_feeds (supplier, tried_at, result, words) values ('latakko', now(), 'refused', 'half of it is gone')`,
    { kind: 'price-list', of: 'latakko', details: ['half of it is gone'] },
  ],
  [
    'a scheduled job whose last run failed',
    `insert into pgboss.schedule (name, cron) values ('find-payment', '40 3 * * *');
     insert into pgboss.job (name, state, completed_on) values
       ('find-payment', 'completed', now() - interval '2 days'), ('find-payment', 'failed', now() - interval '1 day')`,
    { kind: 'failing-jobs', details: ['find-payment'] },
  ],
])('%s is mailed', async (_what, cause, trouble) => {
  await query(cause);
  expect(await looked()).toEqual([expect.objectContaining({ count: 1, ...trouble })]);
  await query('delete from pgboss.schedule');
});

test('stock that differs from the orders’ holds is mailed', async () => {
  await query(`update stock set held = held + 1`);
  const told = await looked();
  await query(`update stock set held = held - 1`);
  expect(told).toMatchObject([{ kind: 'stock-drift', count: 1, details: ['tire ringtee: 3 ≠ 2'] }]);
});

test('a disk with less than a twentieth or a gibibyte free is mailed, with its machine', async () => {
  const disk = (free: number, total: number) => async () => ({
    bavail: free * 1024,
    blocks: total * 1024,
    bsize: 2 ** 20,
  });
  const look = (free: number, total: number) => diskAlert('/data', disk(free, total) as never);
  expect(await look(1, 20)).toBeNull();
  expect(await look(0.9, 10)).toMatchObject({ kind: 'disk', of: hostname(), details: ['/data: < 1024 MiB'] });
  expect(await look(4, 100)).toMatchObject({ details: ['/data: < 4096 MiB'] });
});
