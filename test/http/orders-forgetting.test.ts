import { beforeEach, expect, test } from 'vitest';
import { complete, markPaid } from '../../src/shop/checkout/desk.server.ts';
import { forgetOldKeys } from '../../src/shop/checkout/idempotency.server.ts';
import { forgetOrigins } from '../../src/shop/order/forget-origins.server.ts';
import { form } from '../support/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../support/orders-shop.ts';
import { seedTires } from '../support/seed.ts';
import { testTill } from '../support/till.ts';

const here = ordersDatabase();

beforeEach(() => seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 100, annelinn: 100 } }]));

async function origins() {
  const { rows } = await here.db.pool.query('select client_address, device_id from orders order by id');
  return rows.map(({ client_address, device_id }) => client_address !== null || device_id !== null);
}

test('where an order came from is forgotten when it closes, and after 30 days at the latest', async () => {
  const app = await ordersApp(here.db.kysely);
  for (let i = 0; i < 3; i += 1) await place(app, form());
  const till = testTill(here.db.kysely);
  const { rows } = await here.db.pool.query('select min(id) as first from orders');
  await markPaid(till, rows[0].first, 'branch');
  await complete(till, rows[0].first, 'branch');
  await here.db.pool.query(`
    update orders set client_address = '192.0.2.1', device_id = 'abcdefghij012345', placed_at = '2026-11-20T10:00:00Z';
    update orders set placed_at = '2026-10-01T10:00:00Z' where id = (select max(id) from orders)`);
  expect(await forgetOrigins(here.db.kysely, new Date('2026-11-21T10:00:00Z'))).toBe(2);
  expect(await origins()).toEqual([false, true, false]);
  expect(await forgetOrigins(here.db.kysely, new Date('2026-12-20T10:00:00Z'))).toBe(0);
  expect(await forgetOrigins(here.db.kysely, new Date('2026-12-20T10:00:01Z'))).toBe(1);
  expect(await origins()).toEqual([false, false, false]);
});

test('a key is forgotten 30 days after its order was placed, and the order stays', async () => {
  const app = await ordersApp(here.db.kysely);
  await place(app, form());
  const keys = async () => (await here.db.pool.query('select from idempotency_keys')).rowCount;
  expect(await forgetOldKeys(here.db.kysely, new Date('2026-12-20T10:00:00Z'))).toBe(0);
  expect(await keys()).toBe(1);
  expect(await forgetOldKeys(here.db.kysely, new Date('2026-12-20T10:00:01Z'))).toBe(1);
  expect(await keys()).toBe(0);
  expect((await here.db.pool.query('select from orders')).rowCount).toBe(1);
});
