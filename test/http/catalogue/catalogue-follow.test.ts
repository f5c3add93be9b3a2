import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const polling = { timeout: 20_000, interval: 50 };
let id: string;

beforeAll(async () => {
  id = await idOf(shop.db.kysely, 'Perfecta');
});

const tireInApi = async () => (await shop.get(`/api/v1/products?id=${id}`)).json<ProductList>().items[0];
const productPage = async () => (await shop.get(`/en/product?id=${id}`)).text.replaceAll('<!-- -->', '');
const notify = (payload: string) => sql`select pg_notify('catalogue', ${payload})`.execute(shop.db.kysely);
const setPrice = (cents: number) =>
  shop.db.kysely.updateTable('tires').set({ price_cents: cents }).where('id', '=', id).execute();

test('a price changed in the database shows in the API and on the product page', async () => {
  expect(await tireInApi()).toMatchObject({ price: 54 });
  await setPrice(61_25);
  await notify(JSON.stringify([id]));
  await expect.poll(tireInApi, polling).toMatchObject({ price: 61.25 });
  expect(await productPage()).toContain('€61.25');
  expect((await shop.get('/api/v1/products?treadWidth=205&limit=1')).json()).toMatchObject({
    items: [{ price: 61.25 }],
  });
});

test('reads the catalogue at most five times a second during many changes, and shows the last change', async () => {
  const version = async () =>
    (await shop.health('/health/ready')).json<{ catalogue: { version: number } }>().catalogue.version;
  const [startedAt, versionBefore] = [performance.now(), await version()];
  for (let cents = 6_001; cents <= 6_060; cents += 1) {
    await setPrice(cents);
    await notify(JSON.stringify([id]));
  }
  await expect.poll(tireInApi, polling).toMatchObject({ price: 60.6 });
  const seconds = (performance.now() - startedAt) / 1000;
  // One read starts at once, and one may end just after `seconds`.
  expect((await version()) - versionBefore).toBeLessThanOrEqual(5 * seconds + 2);
});

test('subtracts held tires from the stock, and lists no tire without stock', async () => {
  await shop.db.kysely
    .updateTable('stock')
    .set({ held: 3 })
    .where('tire_id', '=', id)
    .where('place', '=', 'ringtee')
    .execute();
  await notify(JSON.stringify([id]));
  await expect
    .poll(tireInApi, polling)
    .toMatchObject({ available: 21, stock: [{ branch: 'ringtee', count: 1 }, { count: 20 }] });

  await shop.db.kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', id).execute();
  await notify(JSON.stringify([id]));
  // 3 held of 0 in stock: the available count is 0, not negative.
  await expect.poll(tireInApi, polling).toMatchObject({ available: 0, stock: [] });
  const list = (await shop.get('/api/v1/products?treadWidth=205&diameter=16&limit=100')).json<ProductList>();
  expect(list.items.map((tire) => tire.id)).not.toContain(id);
  expect(await productPage()).toContain('Sold out');
});

test('follows a tire that goes off sale and returns, and the count of its manufacturer', async () => {
  const manufacturerSava = async () =>
    (await shop.get('/api/v1/manufacturer')).json<{ id: string; count: number }[]>().find(({ id }) => id === 'sava');
  const setOnSale = (onSale: boolean) =>
    shop.db.kysely.updateTable('tires').set({ on_sale: onSale }).where('id', '=', id).execute();
  // Eight at the branch and eight at the supplier.
  await shop.db.kysely.updateTable('stock').set({ on_hand: 8, held: 0 }).where('tire_id', '=', id).execute();
  await setOnSale(false);
  await notify('all');
  await expect.poll(tireInApi, polling).toBeUndefined();
  expect(await manufacturerSava()).toMatchObject({ count: 32 });
  expect((await shop.get(`/en/product?id=${id}`)).status).toBe(404);
  await setOnSale(true);
  await notify(JSON.stringify([id]));
  await expect.poll(tireInApi, polling).toMatchObject({ available: 8 + 8 });
  expect(await manufacturerSava()).toMatchObject({ count: 33 });
});

test('reads changes that were committed during a lost connection', async () => {
  const listeners = sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'rehvipood catalogue' and datname = current_database()`;
  const [oldListener] = (await listeners.execute(shop.db.kysely)).rows;
  // The change commits after its transaction has closed the listening connection, and sends no notification.
  await shop.db.kysely.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(${oldListener?.pid})`.execute(trx);
    await trx.updateTable('tires').set({ price_cents: 49_90 }).where('id', '=', id).execute();
  });
  await expect.poll(tireInApi, polling).toMatchObject({ price: 49.9 });
  const newListeners = (await listeners.execute(shop.db.kysely)).rows;
  expect(newListeners).toHaveLength(1);
  expect(newListeners[0]?.pid).not.toBe(oldListener?.pid);

  await setPrice(50_00);
  await notify(JSON.stringify([id]));
  await expect.poll(tireInApi, polling).toMatchObject({ price: 50 });
});

test('ignores invalid notifications', async () => {
  await setPrice(50_50);
  for (const payload of ['', 'not json', '{"id": 1}', 'null', '[1]']) await notify(payload);
  await notify('["unknown"]');
  await notify(JSON.stringify([id]));
  await expect.poll(tireInApi, polling).toMatchObject({ price: 50.5 });
});
