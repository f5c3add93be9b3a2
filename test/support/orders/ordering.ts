import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import { type BrowserShop, cartOf, messages, open } from '../browser/browser.ts';

const t = messages.en;

type OrderPageOptions = { language?: Locale; address?: string };

/** Opens the order page of a new visitor with four pieces of a tire in the cart. */
export async function openOrderPage(
  shop: BrowserShop,
  id: string,
  { language = 'en', address = shop.address }: OrderPageOptions = {},
): Promise<Page> {
  const cart = await cartOf(address, { [id]: 4 });
  const page = await shop.visit({ language, address, storage: { cart, isCookieAccepted: 'true' } });
  await open(page, localizedPath('/order', language));
  await page.getByRole('button', { name: messages[language].order.submit }).waitFor();
  return page;
}

type Buyer = { email?: string; language?: Locale };

/** Fills in the required fields: collection at Ringtee and payment at the branch. */
export async function fillOrderForm(
  page: Page,
  { email = `${randomUUID()}@example.com`, language = 'en' }: Buyer = {},
) {
  const { order, payment } = messages[language];
  await page.getByLabel(order.name, { exact: true }).fill('Mari Maasikas');
  await page.getByLabel(order.email, { exact: true }).fill(email);
  await page.getByLabel(order.phone, { exact: true }).fill('+372 5123 4567');
  await page.getByRole('radio', { name: /^Ringtee/ }).check();
  await page.locator('input[name=fulfilment][value=pickup]').check();
  await page.getByRole('radio', { name: payment.pay_at_branch.label }).check();
  await page.locator('#field-acceptTerms').check();
}

/** Chooses fitting at the branch that is chosen already. Waits for the free times of the vehicle, unless `isLoaded` is false. */
export async function chooseFitting(
  page: Page,
  vehicle: 'car' | 'suv' | 'van' = 'car',
  { isLoaded = true } = {},
): Promise<void> {
  await page.locator('input[name=fulfilment][value=fitting]').check();
  await page.locator(`input[name="fitting.vehicle"][value=${vehicle}]`).check();
  if (isLoaded) await page.locator('fieldset[data-day]').first().waitFor();
}

/** The radios of the group of fitting times: the soonest one, a call, and the others by day. */
export const timeRadios = (page: Page) => page.locator('input[name="fitting.at"]');

/** The labels of the radios that are times. */
export const timeLabels = (page: Page) => page.locator('label:has(input[name="fitting.at"]:not([value=call]))');

export const submit = (page: Page) => page.getByRole('button', { name: t.order.submit }).click();

/** Waits until the form shows this reason for the refusal of an order. */
export const waitForRefusal = (page: Page, text: string) => page.locator('form').getByText(text).waitFor();

export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

export async function waitForPlacedOrder(page: Page): Promise<void> {
  await page.waitForURL('**/en/success?order=*');
  await page.getByText(/Thank you, Mari/).waitFor();
}

/** The counts of a tire in the lines of all orders. */
export async function orderedCounts({ db }: BrowserShop, id: string): Promise<number[]> {
  const lines = await db.kysely.selectFrom('order_lines').select('count').where('tire_id', '=', id).execute();
  return lines.map(({ count }) => count);
}

const placesOrder = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/v1/orders');

/** Records the idempotency keys of the orders that a page sends. */
export function recordIdempotencyKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (placesOrder(request)) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** The start of the only appointment of a buyer, as ISO 8601; undefined: none. */
export async function bookedBy({ db }: BrowserShop, email: string): Promise<string | undefined> {
  const booking = await db.kysely
    .selectFrom('fitting_bookings')
    .innerJoin('orders', 'orders.id', 'fitting_bookings.order_id')
    .select('starts_at')
    .where('orders.email', '=', email)
    .executeTakeFirst();
  return booking?.starts_at.toISOString();
}
