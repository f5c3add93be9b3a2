import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop({}, { shopConfig: { ...shopConfig, labels: { incomplete: 'hide' } } });

const modelsOnSale = async () => {
  const { items } = (await shop.get('/api/v1/products?limit=100')).json<ProductList>();
  return items.map(({ model }) => model);
};

test('with `hide`, tires in the scope of the label without all its values are not shown, and those without a label are', async () => {
  const models = await modelsOnSale();
  expect(models).not.toContain('X Multi');
  expect(models).toEqual(expect.arrayContaining(['Hakka Blue 3', 'Hakkapeliitta 10', 'Cup 2']));
  expect((await shop.get(`/en/product?id=${await idOf(shop.db.kysely, 'X Multi')}`)).status).toBe(404);
});

test('a tire is hidden as soon as a value is missing, and shown as soon as EPREL has it', async () => {
  const { kysely: db } = shop.db;
  const id = await idOf(db, 'Primacy 5');
  const reload = async () => {
    await db.updateTable('tires').set({ changed_at: new Date() }).where('id', '=', id).execute();
    await sql`select pg_notify('catalogue', 'all')`.execute(db);
  };
  await db.updateTable('tires').set({ wet: null, eprel_id: 5 }).where('id', '=', id).execute();
  await reload();
  await expect.poll(modelsOnSale).not.toContain('Primacy 5');
  const [at, none] = [new Date('2026-06-15T09:00:00Z'), null];
  await db
    .insertInto('eprel_products')
    .values({
      ...{ id: 5, status: 'current', manufacturer: none, model: none, tread_width: 205, profile: 55, diameter: 16 },
      ...{ load_index: '94', speed_index: 'V', xl: true, tire_class: 'C1', fuel: 'A', wet: 'B', noise_db: 69 },
      ...{ noise_class: 'A', snow: false, ice: false, etag: none, tried_at: at, fetched_at: at, withdrawn_at: none },
      ...{ label_file: none, sheet_et: none, sheet_en: none, files_at: at },
    })
    .execute();
  await reload();
  await expect.poll(modelsOnSale).toContain('Primacy 5');
});

test('with `hide`, an order from an old cart for a hidden tire is refused like one for a tire that is not on sale', async () => {
  const { kysely: db } = shop.db;
  const order = async (lines: ReturnType<typeof items>) => {
    const body = JSON.stringify(form({ items: lines }));
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return shop.request('/api/v1/orders', { method: 'POST', headers, body });
  };
  const [hidden, shown] = [await idOf(db, 'X Multi'), await idOf(db, 'Perfecta')];
  const refused = await order(items([shown, 1, 54], [hidden, 1, 390]));
  expect(refused.status).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: hidden, available: 0 }] });
  await db.updateTable('tires').set({ on_sale: false }).where('id', '=', hidden).execute();
  const offSale = await order(items([shown, 1, 54], [hidden, 1, 390]));
  expect(offSale.json()).toEqual(refused.json());
  expect((await order(items([shown, 1, 54]))).status).toBe(201);
});
