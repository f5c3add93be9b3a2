import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jobRetentionDays } from '../../../src/database/queue.server.ts';
import { eraseOldDataNightly } from '../../../src/jobs/erase-old-data.ts';
import { sendDocument } from '../../../src/shop/checkout/documents/send-document.server.ts';
import { retention } from '../../../src/shop/privacy/retention.ts';
import { logAct } from '../../../src/shop/staff/log.server.ts';
import { mari, nightlyJob } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const runNightlyJob = nightlyJob(shop);

// Orders are placed on Friday 20 November 2026 at noon in Tallinn, 10:00 UTC. Most data are erased at midnight, 22:00 UTC in winter.

const rowCount = async (table: 'idempotency_keys' | 'webhook_events' | 'withdrawals') =>
  (await shop.db.selectFrom(table).selectAll().execute()).length;

test('erases client address, device and mailbox of a closed order after a day, and of any order after 30 days', async () => {
  const [cancelled, open] = [await shop.order(), await shop.order()];
  expect(await shop.run(['orders', 'cancel', cancelled, '--yes'])).toMatchObject({ code: 0 });
  await sql`update orders set client_address = '192.0.2.1', device_id = 'abcdefghij012345', mailbox = 'mari@example.com'`.execute(
    shop.db,
  );
  const ordersWithOrigin = async () => {
    const columns = ['number', 'client_address', 'device_id', 'mailbox'] as const;
    const rows = await shop.db.selectFrom('orders').select(columns).orderBy('id').execute();
    return rows.flatMap(({ number, ...origin }) =>
      Object.values(origin).some((value) => value !== null) ? [number] : [],
    );
  };
  await runNightlyJob('2026-11-21T09:59:59Z');
  expect(await ordersWithOrigin()).toEqual([cancelled, open]);
  await runNightlyJob('2026-11-21T10:00:00Z');
  expect(await ordersWithOrigin()).toEqual([open]);
  await runNightlyJob('2026-12-20T21:59:59Z');
  expect(await ordersWithOrigin()).toEqual([open]);
  await runNightlyJob('2026-12-20T22:00:00Z');
  expect(await ordersWithOrigin()).toEqual([]);
});

test('deletes an idempotency key 30 days after its order was placed, and keeps the order', async () => {
  await shop.order();
  await runNightlyJob('2026-12-20T21:59:59Z');
  expect(await rowCount('idempotency_keys')).toBe(1);
  await runNightlyJob('2026-12-20T22:00:00Z');
  expect(await rowCount('idempotency_keys')).toBe(0);
  expect(await shop.db.selectFrom('orders').select('status').execute()).toEqual([{ status: 'confirmed' }]);
});

test('erases the alternative recipient of a document 30 days after the mail was sent, and keeps the mail', async () => {
  await shop.paidOrder();
  const context = testShopContext(shop.db);
  const { number } = await shop.db.selectFrom('money_documents').select('number').executeTakeFirstOrThrow();
  await sendDocument(context, number, 'kati@raamatud.example');
  const mails = () => shop.db.selectFrom('letters').select('recipient').where('kind', '=', 'documents').execute();
  await runNightlyJob('2027-06-01T02:00:00Z');
  expect(await mails()).toEqual([{ recipient: 'kati@raamatud.example' }]);
  await shop.db.updateTable('letters').set({ sent_at: fridayNoon }).execute();
  await runNightlyJob('2026-12-20T21:59:59Z');
  expect(await mails()).toEqual([{ recipient: 'kati@raamatud.example' }]);
  await runNightlyJob('2026-12-20T22:00:00Z');
  expect(await mails()).toEqual([{ recipient: null }]);
});

test('deletes received webhooks after 90 days, processed or not', async () => {
  const webhook = { provider: 'stripe', received_at: fridayNoon, provider_ref: 'pi_1', merchant_ref: null, hint: null };
  await shop.db
    .insertInto('webhook_events')
    .values([
      { ...webhook, event_key: 'one', stale: false, processed_at: fridayNoon },
      { ...webhook, event_key: 'two', stale: true, processed_at: null },
    ])
    .execute();
  await runNightlyJob('2027-02-18T21:59:59Z');
  expect(await rowCount('webhook_events')).toBe(2);
  await runNightlyJob('2027-02-18T22:00:00Z');
  expect(await rowCount('webhook_events')).toBe(0);
});

test('deletes a declaration of withdrawal three years after it was handled, and keeps an unhandled one', async () => {
  const buyer = { name: mari.customer.name, email: mari.customer.email };
  const unassigned = await shop.withdraw({ number: 'R26-00000', ...buyer });
  const number = await shop.order(mari);
  await shop.withdraw({ number, ...buyer });
  // Neither declaration is handled yet, so even this late run deletes none.
  await runNightlyJob('2040-01-01T02:00:00Z');
  expect(await rowCount('withdrawals')).toBe(2);
  expect(await shop.run(['orders', 'handled', unassigned])).toMatchObject({ code: 0 });
  expect(await shop.run(['orders', 'paid', number, '--desk', '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.run(['orders', 'cancel', number, '--yes'])).toMatchObject({ code: 0 });
  await runNightlyJob('2029-11-20T21:59:59Z');
  expect(await rowCount('withdrawals')).toBe(2);
  await runNightlyJob('2029-11-20T22:00:00Z');
  expect(await shop.db.selectFrom('withdrawals').select('number').execute()).toEqual([{ number }]);
  // Marking the refund as paid out also handles the declaration of its order.
  expect(await shop.run(['orders', 'refunded', number, '--yes'])).toMatchObject({ code: 0 });
  await runNightlyJob('2029-11-21T22:00:00Z');
  expect(await rowCount('withdrawals')).toBe(0);
});

test('erases the names of operators seven years after the financial year', async () => {
  const asKati = { env: { DATABASE_URL: shop.database.url, USER: 'kati' } };
  const number = await shop.order();
  for (const args of [
    ['orders', 'paid', number, '--desk', '--yes'],
    ['orders', 'refund', number, '--yes'],
    ['stock', 'adjust', 'tire', 'ringtee', '+1'],
    ['orders', 'handled', await shop.withdraw({ number: 'R26-00000', name: 'Mari', email: 'mari@example.com' })],
  ]) {
    expect(await shop.run(args, undefined, asKati)).toMatchObject({ code: 0 });
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
  const tablesWithKati = async () => {
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
  const allTables = ['imports', 'order_events', 'payment_ledger', 'refunds', 'stock_changes', 'withdrawals'];
  expect(await tablesWithKati()).toEqual(allTables);
  await runNightlyJob('2033-12-31T21:59:59Z');
  // The withdrawal was deleted three years after it was handled.
  expect(await tablesWithKati()).toEqual(allTables.filter((table) => table !== 'withdrawals'));
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await tablesWithKati()).toEqual([]);
  const { actor } = await shop.db.selectFrom('stock_changes').select('actor').executeTakeFirstOrThrow();
  expect(actor).toBe('operator');
});

test('keeps log entries of desk actions, and revoked staff, for seven years after the financial year, and log entries of reads and refusals for one year', async () => {
  const entry = { at: fridayNoon, actor: 'staff:kati', station: null, subject: 'order R26-00000', requestId: 'r' };
  await logAct(shop.db, { ...entry, act: 'hand-over', outcome: 'done', key: randomUUID() });
  await logAct(shop.db, { ...entry, act: 'see-orders', outcome: 'opened' });
  await logAct(shop.db, { ...entry, act: 'sign-in', outcome: 'passkey-refused' });
  for (const name of ['Kati', 'Mari']) await shop.run(['desk', 'invite', '--name', name, '--role', 'worker']);
  await shop.run(['desk', 'revoke', 'kati']);
  const log = () => shop.db.selectFrom('desk_log').select('act').orderBy('id').execute();
  const people = () => shop.db.selectFrom('staff').select('login').orderBy('id').execute();
  await runNightlyJob('2027-11-20T21:59:59Z');
  expect(await log()).toEqual([{ act: 'hand-over' }, { act: 'see-orders' }, { act: 'sign-in' }]);
  expect(await shop.db.selectFrom('staff_invitations').selectAll().execute()).toEqual([]);
  await runNightlyJob('2027-11-20T22:00:00Z');
  expect(await log()).toEqual([{ act: 'hand-over' }]);
  await runNightlyJob('2033-12-31T21:59:59Z');
  expect([...(await log()), ...(await people())]).toEqual([{ act: 'hand-over' }, { login: 'kati' }, { login: 'mari' }]);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect([...(await log()), ...(await people())]).toEqual([{ login: 'mari' }]);
});

test('deletes mail files after 30 days, also when the deletion of database rows fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-mails-'));
  try {
    for (const name of ['old.eml', '.unfinished', 'new.eml']) {
      await writeFile(join(folder, name), 'Subject: tires');
      const modifiedAt = new Date(name === 'new.eml' ? '2026-11-21T00:00:00Z' : '2026-11-20T10:00:00Z');
      await utimes(join(folder, name), modifiedAt, modifiedAt);
    }
    await nightlyJob(shop, folder)('2026-12-20T21:59:59Z');
    expect(await readdir(folder)).toHaveLength(3);
    const context = testShopContext(shop.db, { now: () => new Date('2026-12-20T22:00:00Z') });
    const withoutDatabase = { ...context, db: {} as typeof context.db };
    const job = eraseOldDataNightly(folder).run({
      shop: withoutDatabase,
      sendMail: async () => {},
      sendNotice: async () => {},
      alert: () => {},
    });
    await expect(job).rejects.toThrow('13 kinds of data');
    expect(await readdir(folder)).toEqual(['new.eml']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('keeps finished jobs for as many days as the register of personal data states', () => {
  expect(jobRetentionDays).toBe(retention.jobDays);
});
