import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserShop,
  cartOf,
  eventually,
  messages,
  storedValue,
  waitForHydration,
} from '../../support/browser/browser.ts';
import {
  fillOrderForm,
  focusedText,
  openOrderPage,
  orderedCounts,
  recordIdempotencyKeys,
  submit,
  waitForPlacedOrder,
  waitForRefusal,
} from '../../support/orders/ordering.ts';

const tireIds = ['unreachable', 'late', 'lost', 'pressed', 'older', 'newer', 'added', 'rewritten', 'refused'];
const shop = browserShop({ tires: tireIds.map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = messages.en;
const apiTimeoutMs = 5_000;

describe('an order without a response', () => {
  test('to an unreachable shop is sent again with the same idempotency key, also after the shop refused a request as one of too many and after a lost answer', async () => {
    shop.allowErrors(/ERR_CONNECTION_REFUSED|ERR_FAILED|status of 429/);
    const page = await openOrderPage(shop, 'unreachable');
    const keys = recordIdempotencyKeys(page);
    await page.route('**/api/v1/orders', (route) => route.abort('connectionrefused'));
    await fillOrderForm(page);
    await submit(page);
    await waitForRefusal(page, t.refusal.noAnswer);
    await eventually(() => focusedText(page)).toContain(t.refusal.unconfirmedTitle);
    expect(await page.getByLabel(t.order.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
    expect(Object.keys(JSON.parse((await storedValue(page, 'cart')) ?? ''))).toEqual(['unreachable']);
    expect(await orderedCounts(shop, 'unreachable')).toEqual([]);

    await page.unroute('**/api/v1/orders');
    const refusal = { status: 429, json: { code: 'too-many-requests' } };
    await page.route('**/api/v1/orders', (route) => route.fulfill(refusal));
    await submit(page);
    await waitForRefusal(page, t.refusal['too-many-requests']);

    await page.unroute('**/api/v1/orders');
    await submitWithLostAnswer(page);
    expect(await orderedCounts(shop, 'unreachable')).toEqual([4]);
    await submit(page);
    await waitForPlacedOrder(page);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(await orderedCounts(shop, 'unreachable')).toEqual([4]);
    expect(await storedValue(page, 'order-attempt')).toBeNull();
  });

  test('is found, not placed twice, when it is sent again after a late response', async () => {
    const page = await openOrderPage(shop, 'late');
    const keys = recordIdempotencyKeys(page);
    const { promise: placed, resolve: place } = Promise.withResolvers<void>();
    await page.route('**/api/v1/orders', async (route) => {
      await route.fetch();
      place();
    });
    await fillOrderForm(page);
    await page.clock.install();
    await submit(page);
    await placed;
    await page.clock.fastForward(apiTimeoutMs);
    await waitForRefusal(page, t.refusal.noAnswer);
    expect(await orderedCounts(shop, 'late')).toEqual([4]);

    await page.unroute('**/api/v1/orders');
    await submit(page);
    await waitForPlacedOrder(page);
    expect(new Set(keys).size).toBe(1);
    expect(await orderedCounts(shop, 'late')).toEqual([4]);
  });

  test('is not placed twice if the form is changed before it is sent again, even if a change is refused first; the page says that the changes are missing', async () => {
    shop.allowErrors(/ERR_FAILED|status of 4(00|22)/);
    const page = await openOrderPage(shop, 'refused');
    const keys = recordIdempotencyKeys(page);
    await placeWithLostAnswer(page);
    const name = page.getByLabel(t.order.name, { exact: true });
    const problem = { code: 'validation', errors: [{ path: 'customer.name', code: 'invalid' }] };
    await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 400, json: problem }));
    await name.fill('Mari Mets');
    await submit(page);
    await eventually(() => name.getAttribute('aria-invalid')).toBe('true');
    await page.unroute('**/api/v1/orders');
    await name.fill('Mari Tamm');
    await submit(page);
    await waitForPlacedOrder(page);
    await page.getByText(t.success.lacksChanges).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await orderedCounts(shop, 'refused')).toEqual([4]);
    expect(await storedValue(page, 'order-attempt')).toBeNull();
  });

  test('is placed with the changes of its form, such as a company, if the first request did not arrive', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await openOrderPage(shop, 'rewritten');
    await page.route('**/api/v1/orders', (route) => route.abort());
    await fillOrderForm(page);
    await submit(page);
    await waitForRefusal(page, t.refusal.noAnswer);
    await page.unroute('**/api/v1/orders');
    await page.getByLabel(t.order.name, { exact: true }).fill('Mari Mets');
    await page.getByLabel(t.order.forCompany).check();
    await page.getByLabel(t.order.companyName).fill('Veod OÜ');
    await page.getByLabel(t.order.regCode).fill('10421629');
    await submit(page);
    await waitForPlacedOrder(page);
    expect(await page.getByText(t.success.lacksChanges).count()).toBe(0);
    const order = await shop.db.kysely
      .selectFrom('orders')
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .select(['name', 'company'])
      .where('tire_id', '=', 'rewritten')
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ name: 'Mari Mets', company: { name: 'Veod OÜ', regCode: '10421629' } });
    expect(await orderedCounts(shop, 'rewritten')).toEqual([4]);
  });

  test('leaves tires that another tab put into the cart meanwhile', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await openOrderPage(shop, 'older');
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/v1/orders', async (route) => {
      await answered.promise;
      await route.abort();
    });
    await fillOrderForm(page);
    await submit(page);
    const cart = await cartOf(shop.address, { older: 4, added: 2 });
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${shop.address}/favicon.svg`);
    await otherTab.evaluate((stored) => localStorage.setItem('cart', stored), cart);
    await page.locator('aside').getByText('2 × ').waitFor();
    answered.resolve();
    await waitForRefusal(page, t.refusal.noAnswer);
    expect(JSON.parse((await storedValue(page, 'cart')) ?? '')).toMatchObject({
      older: { count: 4 },
      added: { count: 2 },
    });
  });

  test('can be sent again after a reload, which leaves tires that were put into the cart after it; the page then shows the placed order', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await openOrderPage(shop, 'lost');
    const keys = recordIdempotencyKeys(page);
    await placeWithLostAnswer(page);
    const newerCart = await cartOf(shop.address, { lost: 4, newer: 2 });
    await page.evaluate((cart) => localStorage.setItem('cart', cart), newerCart);
    await page.reload();
    await waitForHydration(page);
    await page.getByText(t.order.openAttempt).waitFor();
    await page.getByRole('button', { name: t.order.askAgain }).click();
    await waitForPlacedOrder(page);
    expect(new Set(keys).size).toBe(1);
    expect(await orderedCounts(shop, 'lost')).toEqual([4]);
    expect(await orderedCounts(shop, 'newer')).toEqual([]);
    expect(await storedValue(page, 'order-attempt')).toBeNull();
    expect(JSON.parse((await storedValue(page, 'cart')) ?? '')).toEqual({
      newer: expect.objectContaining({ count: 2 }),
    });
  });

  test('is placed once by a double click, and leaves the page where it is until the next page has loaded, so that a third press opens nothing', async () => {
    const page = await openOrderPage(shop, 'pressed');
    const loaded = Promise.withResolvers<void>();
    await page.route(/assets\/success-/, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await fillOrderForm(page);
    const button = page.getByRole('button', { name: t.order.submit });
    await button.scrollIntoViewIfNeeded();
    const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
    const scrolled = await page.evaluate(() => scrollY);
    await page.mouse.dblclick(x + 9, y + 9);
    const status = page.getByRole('status').filter({ hasText: t.order.leaving });
    await status.waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    expect(await status.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await page.mouse.click(x + 9, y + 9);
    loaded.resolve();
    await waitForPlacedOrder(page);
    expect(await orderedCounts(shop, 'pressed')).toEqual([4]);
  });
});

/** Fills in and sends the form; the order is placed, and its answer does not arrive. */
async function placeWithLostAnswer(page: Page): Promise<void> {
  await fillOrderForm(page);
  await submitWithLostAnswer(page);
}

async function submitWithLostAnswer(page: Page): Promise<void> {
  await page.route('**/api/v1/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  await waitForRefusal(page, t.refusal.noAnswer);
  await page.unroute('**/api/v1/orders');
}
