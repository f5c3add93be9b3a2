import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const shop = wholeShop();
const polling = { timeout: 20_000, interval: 50 };
let id: string;

beforeAll(async () => {
  id = await idOf(shop.db.kysely, 'Perfecta');
});

const inApi = async () => (await shop.get(`/api/v1/products?id=${id}`)).json<ProductList>().items[0];
const onPage = async () => (await shop.get(`/en/product?id=${id}`)).text.replaceAll('<!-- -->', '');
const announce = (payload: string) => sql`select pg_notify('catalogue', ${payload})`.execute(shop.db.kysely);
const setPrice = (cents: number) =>
  shop.db.kysely.updateTable('tires').set({ price_cents: cents }).where('id', '=', id).execute();

test('a price changed in the database shows in the API and on the page', async () => {
  expect(await inApi()).toMatchObject({ price: 54 });
  await setPrice(61_25);
  await announce(JSON.stringify([id]));
  await expect.poll(inApi, polling).toMatchObject({ price: 61.25 });
  expect(await onPage()).toContain('€61.25');
  expect((await shop.get('/api/v1/products?treadWidth=205&limit=1')).json()).toMatchObject({
    items: [{ price: 61.25 }],
  });
});

test('reads the catalogue five times a second in a rush of changes, and shows the last of them', async () => {
  const version = async () =>
    (await shop.health('/health/ready')).json<{ catalogue: { version: number } }>().catalogue.version;
  const [began, before] = [performance.now(), await version()];
  for (let cents = 6_001; cents <= 6_060; cents += 1) {
    await setPrice(cents);
    await announce(JSON.stringify([id]));
  }
  await expect.poll(inApi, polling).toMatchObject({ price: 60.6 });
  const seconds = (performance.now() - began) / 1000;
  expect((await version()) - before).toBeLessThanOrEqual(2 + 5 * seconds);
});

test('shows sold and held stock, and drops a tire without stock from the list', async () => {
  await shop.db.kysely
    .updateTable('stock')
    .set({ held: 3 })
    .where('tire_id', '=', id)
    .where('place', '=', 'ringtee')
    .execute();
  await announce(JSON.stringify([id]));
  await expect
    .poll(inApi, polling)
    .toMatchObject({ available: 21, stock: [{ branch: 'ringtee', count: 1 }, { count: 20 }] });

  await shop.db.kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', id).execute();
  await announce(JSON.stringify([id]));
  // Held stock beyond the listed stock leaves nothing free, never a negative count.
  await expect.poll(inApi, polling).toMatchObject({ available: 0, stock: [] });
  const list = (await shop.get('/api/v1/products?treadWidth=205&diameter=16&limit=100')).json<ProductList>();
  expect(list.items.map((tire) => tire.id)).not.toContain(id);
  expect(await onPage()).toContain('Sold out');
  await shop.db.kysely.updateTable('stock').set({ on_hand: 8, held: 0 }).where('tire_id', '=', id).execute();
});

test('shows a tire that leaves or returns, and its manufacturer’s count', async () => {
  const sava = async () =>
    (await shop.get('/api/v1/manufacturer')).json<{ id: string; count: number }[]>().find((it) => it.id === 'sava');
  const sell = (onSale: boolean) =>
    shop.db.kysely.updateTable('tires').set({ on_sale: onSale }).where('id', '=', id).execute();
  await sell(false);
  await announce('all');
  await expect.poll(inApi, polling).toBeUndefined();
  expect(await sava()).toMatchObject({ count: 32 });
  expect((await shop.get(`/en/product?id=${id}`)).status).toBe(404);
  await sell(true);
  await announce(JSON.stringify([id]));
  await expect.poll(inApi, polling).toMatchObject({ available: 16 });
  expect(await sava()).toMatchObject({ count: 33 });
});

test('catches up with changes during a lost connection', async () => {
  const listeners = sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'rehvipood catalogue' and datname = current_database()`;
  const [before] = (await listeners.execute(shop.db.kysely)).rows;
  // One transaction: nobody announces the change, and it commits after the listener is gone.
  await shop.db.kysely.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(${before?.pid})`.execute(trx);
    await trx.updateTable('tires').set({ price_cents: 49_90 }).where('id', '=', id).execute();
  });
  await expect.poll(inApi, polling).toMatchObject({ price: 49.9 });
  const after = (await listeners.execute(shop.db.kysely)).rows;
  expect(after).toHaveLength(1);
  expect(after[0]?.pid).not.toBe(before?.pid);

  await setPrice(50_00);
  await announce(JSON.stringify([id]));
  await expect.poll(inApi, polling).toMatchObject({ price: 50 });
});

test('ignores an invalid notification', async () => {
  await setPrice(50_50);
  for (const payload of ['', 'not json', '{"id": 1}', 'null', '[1]']) await announce(payload);
  await announce('["unknown"]');
  await announce(JSON.stringify([id]));
  await expect.poll(inApi, polling).toMatchObject({ price: 50.5 });
});
