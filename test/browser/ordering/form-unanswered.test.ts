import { describe, expect, test } from 'vitest';
import { browserShop, eventually, hydrated, kept, words } from '../../support/browser/browser.ts';
import {
  fillIn,
  focused,
  ordering,
  ordersOf,
  placed,
  sentKeys,
  submit,
  waitForRefusal,
} from '../../support/orders/ordering.ts';

const ids = ['unreachable', 'late', 'lost', 'twice'];
const shop = browserShop({ tires: ids.map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = words.en;

describe('an order without a response', () => {
  test('an unreachable shop: pressing again sends the same order once more', async () => {
    shop.allowErrors(/ERR_CONNECTION_REFUSED/);
    const page = await ordering(shop, 'unreachable');
    const keys = sentKeys(page);
    await page.route('**/api/v1/orders', (route) => route.abort('connectionrefused'));
    await fillIn(page);
    await submit(page);
    await waitForRefusal(page, t.refusal.noAnswer);
    await eventually(() => focused(page)).toContain(t.refusal.title);
    expect(await page.getByLabel(t.order.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
    expect(Object.keys(JSON.parse((await kept(page, 'cart')) ?? ''))).toEqual(['unreachable']);
    expect(await ordersOf(shop, 'unreachable')).toEqual([]);

    await page.unroute('**/api/v1/orders');
    await submit(page);
    await placed(page);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf(shop, 'unreachable')).toEqual([4]);
    expect(await kept(page, 'order-attempt')).toBeNull();
  });

  test('a late response: pressing again finds the placed order', async () => {
    const page = await ordering(shop, 'late');
    const keys = sentKeys(page);
    await page.route('**/api/v1/orders', async (route) => void (await route.fetch()));
    await fillIn(page);
    await submit(page);
    await waitForRefusal(page, t.refusal.noAnswer);
    expect(await ordersOf(shop, 'late')).toEqual([4]);

    await page.unroute('**/api/v1/orders');
    await submit(page);
    await placed(page);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf(shop, 'late')).toEqual([4]);
  });

  test('a reload keeps the attempt; pressing again shows the order', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await ordering(shop, 'lost');
    const keys = sentKeys(page);
    await page.route('**/api/v1/orders', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await fillIn(page);
    await submit(page);
    await waitForRefusal(page, t.refusal.noAnswer);
    await page.unroute('**/api/v1/orders');
    await page.reload();
    await hydrated(page);
    await page.getByText(t.order.openAttempt).waitFor();
    await page.getByRole('button', { name: t.order.askAgain }).click();
    await placed(page);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf(shop, 'lost')).toEqual([4]);
    expect(await kept(page, 'cart')).toBe('{}');
    expect(await kept(page, 'order-attempt')).toBeNull();
  });

  test('two clicks place one order', async () => {
    const page = await ordering(shop, 'twice');
    await fillIn(page);
    await page.getByRole('button', { name: t.order.submit }).dblclick();
    await placed(page);
    expect(await ordersOf(shop, 'twice')).toEqual([4]);
  });
});
