import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { browserShop, eventually, kept, readable, words } from '../../support/browser/browser.ts';
import { startBuiltShop } from '../../support/built-shop.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { fillIn, focused, ordering, ordersOf, placed, submit, waitForRefusal } from '../../support/orders/ordering.ts';

const ids = ['dearer', 'fewer', 'gone', 'limited'];
const shop = browserShop({ tires: ids.map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = words.en;

/** Notifies the shop of a change in the database, and waits until it has read it. */
async function announce(id: string, news: { price: number } | { available: number }): Promise<void> {
  await shop.db.pool.query("select pg_notify('catalogue', 'all')");
  const answer = async () => (await fetch(`${shop.address}/api/v1/products?id=${id}`)).json();
  await eventually(answer).toMatchObject({ items: [news] });
}

describe('a refused order keeps the cart and shows the reason', () => {
  test('a changed price: the cart shows the new price, and the order succeeds with it', async () => {
    shop.allowErrors(/status of 409/);
    const page = await ordering(shop, 'dearer');
    await fillIn(page);
    // The shop's catalogue is out of date: only the database has the new price.
    await shop.db.kysely.updateTable('tires').set({ price_cents: 8490 }).where('id', '=', 'dearer').execute();
    await submit(page);
    await waitForRefusal(page, t.refusal['price-changed']);
    await eventually(() => focused(page)).toContain(t.refusal.title);
    await eventually(async () => readable(await page.locator('aside').textContent())).toContain('Total€339.60');
    expect(await ordersOf(shop, 'dearer')).toEqual([]);

    await announce('dearer', { price: 84.9 });
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.waitForURL('**/en/cart');
    await eventually(async () => readable(await page.locator('main').textContent())).toContain('Total €339.60');
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillIn(page);
    await submit(page);
    await placed(page);
    expect(await ordersOf(shop, 'dearer')).toEqual([4]);
  });

  test('too few left: the cart offers them', async () => {
    shop.allowErrors(/status of 409/);
    const page = await ordering(shop, 'fewer');
    await fillIn(page);
    await shop.db.kysely.updateTable('stock').set({ on_hand: 1 }).where('tire_id', '=', 'fewer').execute();
    await submit(page);
    await waitForRefusal(page, t.refusal['out-of-stock']);
    await eventually(() => focused(page)).toContain(t.refusal.title);
    expect(await ordersOf(shop, 'fewer')).toEqual([]);

    await announce('fewer', { available: 2 });
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.getByText(/Only 2 left\./).waitFor();
    await page.getByText(t.cart.fixFirst).waitFor();
    expect(await page.getByRole('link', { name: t.cart.toOrder, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Take 2' }).click();
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillIn(page);
    await submit(page);
    await placed(page);
    expect(await ordersOf(shop, 'fewer')).toEqual([2]);
  });

  test('sold out: the cart shows it as sold out', async () => {
    shop.allowErrors(/status of 409/);
    const page = await ordering(shop, 'gone');
    await fillIn(page);
    await shop.db.kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', 'gone').execute();
    await submit(page);
    await waitForRefusal(page, t.refusal['out-of-stock']);
    await announce('gone', { available: 0 });
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.locator('main').getByText(t.cart.fixFirst).waitFor();
    await page.locator('main li').getByText(t.tire.soldOut, { exact: true }).waitFor();
    expect(Object.keys(JSON.parse((await kept(page, 'cart')) ?? ''))).toEqual(['gone']);
  });

  test('too many attempts in a minute', async () => {
    shop.allowErrors(/status of 429/);
    const strict = await startBuiltShop({ DATABASE_URL: shop.databaseUrl, RATE_LIMIT_ORDERS: '1' });
    try {
      await fetch(`${strict.address}/api/v1/orders`, { method: 'POST' });
      const page = await ordering(shop, 'limited', { address: strict.address });
      await fillIn(page);
      await submit(page);
      await waitForRefusal(page, t.refusal['too-many-requests']);
      expect(await page.getByLabel(t.order.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
      expect(Object.keys(JSON.parse((await kept(page, 'cart')) ?? ''))).toEqual(['limited']);
      // The page makes no requests to the closed shop.
      await page.close();
    } finally {
      await strict.stop();
    }
  });

  test('too many unpaid orders: shows the phone number', async () => {
    shop.allowErrors(/status of 429/);
    const address = 'many@example.com';
    const customer = { name: 'Mari Maasikas', email: address, phone: '+372 5123 4567' };
    for (let order = 0; order < shopConfig.limits.openOrdersPerEmail; order++) {
      const { status } = await fetch(`${shop.address}/api/v1/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(form({ customer, items: items(['limited', 1]) })),
      });
      expect(status).toBe(201);
    }
    const page = await ordering(shop, 'limited');
    await fillIn(page, { email: address });
    await submit(page);
    await waitForRefusal(page, `call ${shopConfig.phones[0]}`);
    expect(await ordersOf(shop, 'limited')).toEqual([1, 1, 1]);
  });
});
