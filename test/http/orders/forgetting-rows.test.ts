import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { keptDays } from '../../../src/database/queue.server.ts';
import { forgetNightly } from '../../../src/jobs/forget.ts';
import { retention } from '../../../src/shop/retention.ts';
import { mari, nightOf } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const night = nightOf(shop);
const counted = async (table: 'idempotency_keys' | 'webhook_events' | 'withdrawals') =>
  (await shop.db.selectFrom(table).selectAll().execute()).length;

test('erases client and device when an order is closed and a day old, and after 30 days at the latest', async () => {
  const [over, recent] = [await shop.order(), await shop.order()];
  expect(await shop.run(['orders', 'cancel', over, '--yes'])).toMatchObject({ code: 0 });
  await sql`update orders set client_address = '192.0.2.1', device_id = 'abcdefghij012345', mailbox = 'mari@example.com'`.execute(
    shop.db,
  );
  const known = async () => {
    const columns = ['number', 'client_address', 'device_id', 'mailbox'] as const;
    const rows = await shop.db.selectFrom('orders').select(columns).orderBy('id').execute();
    return rows.flatMap(({ number, ...from }) => (Object.values(from).some((value) => value !== null) ? [number] : []));
  };
  await night('2026-11-21T09:59:59Z');
  expect(await known()).toEqual([over, recent]);
  await night('2026-11-21T10:00:00Z');
  expect(await known()).toEqual([recent]);
  await night('2026-12-20T21:59:59Z');
  expect(await known()).toEqual([recent]);
  await night('2026-12-20T22:00:00Z');
  expect(await known()).toEqual([]);
});

test('deletes an idempotency key 30 days after its order was placed, and keeps the order', async () => {
  await shop.order();
  await night('2026-12-20T21:59:59Z');
  expect(await counted('idempotency_keys')).toBe(1);
  await night('2026-12-20T22:00:00Z');
  expect(await counted('idempotency_keys')).toBe(0);
  expect(await shop.db.selectFrom('orders').select('status').execute()).toEqual([{ status: 'confirmed' }]);
});

test('deletes messages of providers after 90 days, processed or not', async () => {
  const told = { provider: 'stripe', received_at: fridayNoon, provider_ref: 'pi_1', merchant_ref: null, hint: null };
  await shop.db
    .insertInto('webhook_events')
    .values([
      { ...told, event_key: 'one', stale: false, processed_at: fridayNoon },
      { ...told, event_key: 'two', stale: true, processed_at: null },
    ])
    .execute();
  await night('2027-02-18T21:59:59Z');
  expect(await counted('webhook_events')).toBe(2);
  await night('2027-02-18T22:00:00Z');
  expect(await counted('webhook_events')).toBe(0);
});

test('deletes a declaration of withdrawal three years after it was handled, and never before', async () => {
  const requester = { name: mari.customer.name, email: mari.customer.email };
  const unknown = await shop.withdraw({ number: 'R26-00000', ...requester });
  const number = await shop.order(mari);
  await shop.withdraw({ number, ...requester });
  await night('2040-01-01T02:00:00Z');
  expect(await counted('withdrawals')).toBe(2);
  expect(await shop.run(['orders', 'handled', unknown])).toMatchObject({ code: 0 });
  // Handles the other declaration, once its money has been refunded.
  expect(await shop.run(['orders', 'paid', number, '--desk', '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.run(['orders', 'cancel', number, '--yes'])).toMatchObject({ code: 0 });
  await night('2029-11-20T21:59:59Z');
  expect(await counted('withdrawals')).toBe(2);
  await night('2029-11-20T22:00:00Z');
  expect(await shop.db.selectFrom('withdrawals').select('number').execute()).toEqual([{ number }]);
  expect(await shop.run(['orders', 'refunded', number, '--yes'])).toMatchObject({ code: 0 });
  await night('2029-11-21T22:00:00Z');
  expect(await counted('withdrawals')).toBe(0);
});

test('erases the names of employees seven years after the financial year', async () => {
  const kati = { env: { DATABASE_URL: shop.database.url, USER: 'kati' } };
  const number = await shop.order();
  for (const args of [
    ['orders', 'paid', number, '--desk', '--yes'],
    ['orders', 'refund', number, '--yes'],
    ['stock', 'adjust', 'tire', 'ringtee', '+1'],
    ['orders', 'handled', await shop.withdraw({ number: 'R26-00000', name: 'Mari', email: 'mari@example.com' })],
  ]) {
    expect(await shop.run(args, undefined, kati)).toMatchObject({ code: 0 });
  }
  await shop.db
    .insertInto('imports')
    .values({
      at: fridayNoon,
      file: 'list.csv',
      actor: 'operator:kati',
      suppliers: [],
      counts: '{}',
      demonstration: false,
      undone_at: fridayNoon,
      undone_by: 'operator:kati',
    })
    .execute();
  const named = async () => {
    const { rows } = await sql<{ table: string }>`
      select 'order_events' as table from order_events where actor = 'operator:kati'
      union select 'payment_ledger' from payment_ledger where actor = 'operator:kati'
      union select 'refunds' from refunds where requested_by = 'operator:kati'
      union select 'withdrawals' from withdrawals where handled_by = 'operator:kati'
      union select 'stock_changes' from stock_changes where actor = 'operator:kati'
      union select 'imports' from imports where actor = 'operator:kati' and undone_by = 'operator:kati'
      order by 1`.execute(shop.db);
    return rows.map(({ table }) => table);
  };
  const all = ['imports', 'order_events', 'payment_ledger', 'refunds', 'stock_changes', 'withdrawals'];
  expect(await named()).toEqual(all);
  await night('2033-12-31T21:59:59Z');
  expect(await named()).toEqual(all.filter((table) => table !== 'withdrawals'));
  await night('2033-12-31T22:00:00Z');
  expect(await named()).toEqual([]);
  const { actor } = await shop.db.selectFrom('stock_changes').select('actor').executeTakeFirstOrThrow();
  expect(actor).toBe('operator');
});

test('deletes mail files after 30 days, also when another deletion fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-letters-'));
  try {
    for (const name of ['old.eml', '.unfinished', 'new.eml']) {
      await writeFile(join(folder, name), 'Subject: tires');
      const written = new Date(name === 'new.eml' ? '2026-11-21T00:00:00Z' : '2026-11-20T10:00:00Z');
      await utimes(join(folder, name), written, written);
    }
    await nightOf(shop, folder)('2026-12-20T21:59:59Z');
    expect(await readdir(folder)).toHaveLength(3);
    const context = testShopContext(shop.db, { now: () => new Date('2026-12-20T22:00:00Z') });
    const away = { ...context, db: {} as typeof context.db };
    const job = forgetNightly(folder).run({ shop: away, sendMail: async () => {}, alert: () => {} });
    await expect(job).rejects.toThrow('6 kinds of data');
    expect(await readdir(folder)).toEqual(['new.eml']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('keeps jobs for as long as the register of personal data says', () => {
  expect(keptDays).toBe(retention.jobDays);
});
