import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import { type BrowserShop, cartOf, open, words } from '../browser/browser.ts';

/** Steps of tests on the order page, in English by default. */

const t = words.en;

type Ordering = { language?: Locale; address?: string };

/** A visitor on the order page with four of a tire in the cart. */
export async function ordering(
  shop: BrowserShop,
  id: string,
  { language = 'en', address = shop.address }: Ordering = {},
): Promise<Page> {
  const cart = await cartOf(address, { [id]: 4 });
  const page = await shop.visit({ language, address, kept: { cart, isCookieAccepted: 'true' } });
  await open(page, localizedPath('/order', language));
  await page.getByRole('button', { name: words[language].order.submit }).waitFor();
  return page;
}

type Buyer = { email?: string; language?: Locale };

export async function fillIn(page: Page, { email = `${randomUUID()}@example.com`, language = 'en' }: Buyer = {}) {
  const { order, payment } = words[language];
  await page.getByLabel(order.name, { exact: true }).fill('Mari Maasikas');
  await page.getByLabel(order.email, { exact: true }).fill(email);
  await page.getByLabel(order.phone, { exact: true }).fill('+372 5123 4567');
  await page.getByRole('radio', { name: /^Ringtee/ }).check();
  await page.locator('input[name=fulfilment][value=pickup]').check();
  await page.getByRole('radio', { name: payment.pay_at_branch.label }).check();
  await page.locator('#field-acceptTerms').check();
}

export const submit = (page: Page) => page.getByRole('button', { name: t.order.submit }).click();

/** Waits until the form shows this reason of a refusal. */
export const waitForRefusal = (page: Page, text: string) => page.locator('form').getByText(text).waitFor();

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

export async function placed(page: Page): Promise<void> {
  await page.waitForURL('**/en/success?order=*');
  await page.getByText(/Thank you, Mari/).waitFor();
}

export async function ordersOf({ db }: BrowserShop, id: string): Promise<number[]> {
  const lines = await db.kysely.selectFrom('order_lines').select('count').where('tire_id', '=', id).execute();
  return lines.map(({ count }) => count);
}

const isOrder = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/v1/orders');

/** The idempotency keys of orders from now on. */
export function sentKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (isOrder(request)) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}
