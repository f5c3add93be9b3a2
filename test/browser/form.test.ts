import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { type Locale, localeIds, localizedPath } from '../../src/shop/locale.ts';
import {
  browserShop,
  cartOf,
  eventually,
  hydrated,
  kept,
  open,
  readable,
  startBuiltShop,
  words,
} from '../support/browser.ts';
import { form, items } from '../support/orders-shop.ts';

const ids = ['plain', 'dearer', 'fewer', 'gone', 'unreachable', 'late', 'lost', 'twice', 'hidden', 'limited'];
const shop = browserShop({ tires: ids.map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });

const t = words.en;
const required = { ee: 'Kohustuslik väli', en: 'Required field', ru: 'Обязательное поле' };
const email = { ee: 'Vale e-mail', en: 'Invalid email', ru: 'Некорректный email' };

/** A visitor on the order page with four of a tire in the cart. */
async function ordering(id: string, language: Locale = 'en', address = shop.address): Promise<Page> {
  const cart = await cartOf(address, { [id]: 4 });
  const page = await shop.visit({ language, address, kept: { cart, isCookieAccepted: 'true' } });
  await open(page, localizedPath('/order', language));
  await page.getByRole('button', { name: words[language].order.submit }).waitFor();
  return page;
}

async function fillIn(page: Page, address = `${randomUUID()}@example.com`): Promise<void> {
  await page.getByLabel(t.order.name, { exact: true }).fill('Mari Maasikas');
  await page.getByLabel(t.order.email, { exact: true }).fill(address);
  await page.getByLabel(t.order.phone, { exact: true }).fill('+372 5123 4567');
  await page.getByRole('radio', { name: /^Ringtee/ }).check();
  await page.getByRole('radio', { name: /^Collect/ }).check();
  await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).check();
  await page.locator('#field-acceptTerms').check();
}

const submit = (page: Page) => page.getByRole('button', { name: t.order.submit }).click();
const refusal = (page: Page, text: string) => page.locator('form').getByText(text).waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function placed(page: Page): Promise<void> {
  await page.waitForURL('**/en/success?order=*');
  await page.getByText(/Thank you, Mari/).waitFor();
}

/** What has been ordered of a tire: the count of each order. */
async function ordersOf(id: string): Promise<number[]> {
  const lines = await shop.db.kysely.selectFrom('order_lines').select('count').where('tire_id', '=', id).execute();
  return lines.map(({ count }) => count);
}

/** The keys under which orders are sent from now on. */
function sentKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request: Request) => {
    if (isOrder(request)) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

const isOrder = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/v1/orders');

/** The shop's memory learns what a test has changed in the database. */
const announce = () => shop.db.pool.query("select pg_notify('catalogue', 'all')");

describe('messages', () => {
  test.each(localeIds)('of an empty form, in %s', async (locale) => {
    const page = await ordering('plain', locale);
    const { order } = words[locale];
    await page.getByRole('button', { name: order.submit }).click();

    await eventually(() => focused(page)).toContain(order.errorsTitle);
    const lines = page.locator('form a[href^="#field-"]');
    const missing = ['name', 'email', 'phone', 'branch', 'fulfilment', 'paymentMethod', 'terms'] as const;
    expect(await lines.allTextContents()).toEqual(missing.map((field) => `${order[field]}: ${required[locale]}`));
    expect(await page.getByText(required[locale], { exact: true }).count()).toBe(missing.length);
    for (const line of await lines.all()) {
      await line.click();
      expect(`#${await focusedId(page)}`).toBe(await line.getAttribute('href'));
    }

    await page.getByLabel(order.email, { exact: true }).fill('mari');
    await page.getByLabel(order.email, { exact: true }).blur();
    await page.getByText(email[locale], { exact: true }).waitFor();
  });

  test('come on leaving a field and on a change, not while typing', async () => {
    const page = await ordering('plain');
    const field = page.getByLabel(t.order.email, { exact: true });
    const message = page.locator('#field-customer-email-error');
    // One that is sure to come marks that the others would have come by now.
    const terms = page.locator('#field-acceptTerms');
    const settled = async () => {
      await terms.evaluate((box: HTMLInputElement) => box.click());
      await terms.evaluate((box: HTMLInputElement) => box.click());
      await page.locator('#field-acceptTerms-error').waitFor();
    };

    await field.pressSequentially('mari');
    await settled();
    expect(await message.count()).toBe(0);
    await field.blur();
    await message.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toContain('field-customer-email-error');

    await field.press('End');
    await field.pressSequentially('@example.com');
    await settled();
    expect(await message.textContent()).toBe(email.en);
    await field.blur();
    await message.waitFor({ state: 'detached' });

    await field.focus();
    await field.evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'nobody');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await message.waitFor();
  });

  test('of fields that are no longer asked for do not stand in the way', async () => {
    const page = await ordering('hidden');
    await fillIn(page);
    await page.getByRole('radio', { name: t.order.fitting }).check();
    await page.getByLabel(t.order.plate).fill('!');
    await page.getByLabel(t.order.forCompany).check();
    await submit(page);
    await eventually(() => page.locator('form a[href^="#field-"]').allTextContents()).toEqual([
      `${t.order.companyName}: ${required.en}`,
      `${t.order.regCode}: ${required.en}`,
      `${t.order.plate}: ${t.validation.plate}`,
    ]);
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByLabel(t.order.forCompany).uncheck();
    await submit(page);
    await placed(page);
    const order = await shop.db.kysely
      .selectFrom('orders')
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .select(['plate', 'company', 'fulfilment'])
      .where('tire_id', '=', 'hidden')
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ plate: null, company: null, fulfilment: 'pickup' });
  });
});

describe('a refused order leaves the cart whole and says why', () => {
  test('a price has changed: the cart shows the new one, and with it the order stands', async () => {
    shop.allowErrors(/status of 409/);
    const page = await ordering('dearer');
    await fillIn(page);
    // The shop's memory is late: only the database knows the new price.
    await shop.db.kysely.updateTable('tires').set({ price_cents: 8490 }).where('id', '=', 'dearer').execute();
    await submit(page);
    await refusal(page, t.refusal['price-changed']);
    await eventually(() => focused(page)).toContain(t.refusal.title);
    await eventually(async () => readable(await page.locator('aside').textContent())).toContain('Total€339.60');
    expect(await ordersOf('dearer')).toEqual([]);

    await announce();
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.waitForURL('**/en/cart');
    await eventually(async () => readable(await page.locator('main').textContent())).toContain('Total €339.60');
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillIn(page);
    await submit(page);
    await placed(page);
    expect(await ordersOf('dearer')).toEqual([4]);
  });

  test('fewer are left: the cart offers them', async () => {
    shop.allowErrors(/status of 409/);
    const page = await ordering('fewer');
    await fillIn(page);
    await shop.db.kysely.updateTable('stock').set({ on_hand: 1 }).where('tire_id', '=', 'fewer').execute();
    await submit(page);
    await refusal(page, t.refusal['out-of-stock']);
    await eventually(() => focused(page)).toContain(t.refusal.title);
    expect(await ordersOf('fewer')).toEqual([]);

    await announce();
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.getByText(/Only 2 left\./).waitFor();
    await page.getByText(t.cart.fixFirst).waitFor();
    expect(await page.getByRole('link', { name: t.cart.toOrder, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Take 2' }).click();
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillIn(page);
    await submit(page);
    await placed(page);
    expect(await ordersOf('fewer')).toEqual([2]);
  });

  test('sold out: the cart says so', async () => {
    shop.allowErrors(/status of 409/);
    const page = await ordering('gone');
    await fillIn(page);
    await shop.db.kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', 'gone').execute();
    await submit(page);
    await refusal(page, t.refusal['out-of-stock']);
    await announce();
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
      const page = await ordering('limited', 'en', strict.address);
      await fillIn(page);
      await submit(page);
      await refusal(page, t.refusal['too-many-requests']);
      expect(await page.getByLabel(t.order.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
      expect(Object.keys(JSON.parse((await kept(page, 'cart')) ?? ''))).toEqual(['limited']);
    } finally {
      await strict.stop();
    }
  });

  test('too many unpaid orders: the phone number is there', async () => {
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
    const page = await ordering('limited');
    await fillIn(page, address);
    await submit(page);
    await refusal(page, `call ${shopConfig.phones[0]}`);
    expect(await ordersOf('limited')).toEqual([1, 1, 1]);
  });
});

describe('an order without an answer', () => {
  test('the shop is out of reach: pressing again sends the same once more', async () => {
    shop.allowErrors(/ERR_CONNECTION_REFUSED/);
    const page = await ordering('unreachable');
    const keys = sentKeys(page);
    await page.route('**/api/v1/orders', (route) => route.abort('connectionrefused'));
    await fillIn(page);
    await submit(page);
    await refusal(page, t.refusal.noAnswer);
    await eventually(() => focused(page)).toContain(t.refusal.title);
    expect(await page.getByLabel(t.order.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
    expect(Object.keys(JSON.parse((await kept(page, 'cart')) ?? ''))).toEqual(['unreachable']);
    expect(await ordersOf('unreachable')).toEqual([]);

    await page.unroute('**/api/v1/orders');
    await submit(page);
    await placed(page);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf('unreachable')).toEqual([4]);
    expect(await kept(page, 'order-attempt')).toBeNull();
  });

  test('the order is placed, but its answer is late: pressing again finds it', async () => {
    const page = await ordering('late');
    const keys = sentKeys(page);
    await page.route('**/api/v1/orders', async (route) => void (await route.fetch()));
    await fillIn(page);
    await submit(page);
    await refusal(page, t.refusal.noAnswer);
    expect(await ordersOf('late')).toEqual([4]);

    await page.unroute('**/api/v1/orders');
    await submit(page);
    await placed(page);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf('late')).toEqual([4]);
  });

  test('after a reload the page knows of it, and asking again shows the order', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await ordering('lost');
    const keys = sentKeys(page);
    await page.route('**/api/v1/orders', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await fillIn(page);
    await submit(page);
    await refusal(page, t.refusal.noAnswer);
    await page.unroute('**/api/v1/orders');
    await page.reload();
    await hydrated(page);
    await page.getByText(t.order.openAttempt).waitFor();
    await page.getByRole('button', { name: t.order.askAgain }).click();
    await placed(page);
    expect(new Set(keys).size).toBe(1);
    expect(await ordersOf('lost')).toEqual([4]);
    expect(await kept(page, 'cart')).toBe('{}');
    expect(await kept(page, 'order-attempt')).toBeNull();
  });

  test('two clicks are one order', async () => {
    const page = await ordering('twice');
    await fillIn(page);
    await page.getByRole('button', { name: t.order.submit }).dblclick();
    await placed(page);
    expect(await ordersOf('twice')).toEqual([4]);
  });
});
