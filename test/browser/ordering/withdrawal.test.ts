import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/database/transaction.server.ts';
import { eraseOrders } from '../../../src/shop/privacy/erase-orders.server.ts';
import { expectContentAccessible } from '../../support/browser/axe.ts';
import {
  browserShop,
  collapseSpaces,
  eventually,
  messages,
  open,
  waitForHydration,
} from '../../support/browser/browser.ts';
import { openOutdated } from '../../support/browser/page-life.ts';
import { items } from '../../support/orders/order-form.ts';
import { focusedText } from '../../support/orders/ordering.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = messages.en.withdrawal;
const notFound = /status of 404/;

/** Places an order for four tires `one` and two tires `two`. */
const placeTestOrder = (email = `${randomUUID()}@example.com`) =>
  placeOrder(
    shop.address,
    { id: 'one', price: 79.9 },
    {
      customer: { name: 'Mari Maasikas', email, phone: '+372 5123 4567' },
      items: items(['one', 4], ['two', 2]),
    },
  );

async function openForm(path: string, orders = '[]'): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true', orders } });
  await open(page, path);
  await page.getByRole('button', { name: t.toConfirm }).waitFor();
  return page;
}

async function submitForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: t.toConfirm }).click();
  await eventually(() => focusedText(page)).toBe(t.confirmTitle);
}

/** Withdraws from an order that does not exist. */
async function declare(page: Page, name: string): Promise<void> {
  await page.getByLabel(t.number).fill('R26-00001');
  await page.getByLabel(t.name, { exact: true }).fill(name);
  await page.getByLabel(t.email, { exact: true }).fill('juku@example.com');
  await submitForm(page);
}

/** Confirms the declaration; returns the text of the acknowledgement. */
async function confirmDeclaration(page: Page): Promise<string> {
  await page.getByRole('button', { name: t.confirm }).click();
  await eventually(() => focusedText(page)).toBe(t.done);
  return collapseSpaces(await page.locator('main').textContent());
}

/** The stored declaration whose id the page shows. */
async function storedDeclaration(page: Page) {
  const id = /[\da-f]{8}-[\da-f-]{27}/.exec((await page.locator('main dl').textContent()) ?? '')?.[0] ?? '';
  return shop.db.kysely
    .selectFrom('withdrawals')
    .leftJoin('orders', 'orders.id', 'withdrawals.order_id')
    .select([
      'orders.number as orderNumber',
      'withdrawals.number',
      'withdrawals.name',
      'withdrawals.items',
      'withdrawals.note',
    ])
    .where('withdrawals.id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('a withdrawal', () => {
  test('from some tires of a linked order requires neither number nor name', async () => {
    const { number, token } = await placeTestOrder();
    const page = await openForm(`/en/withdrawal?order=${number}#${token}`);
    await expectContentAccessible(page, 'form');
    expect(await page.getByLabel(t.number).count()).toBe(0);
    expect(await page.getByLabel(t.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
    await page.getByRole('radio', { name: t.part }).check();
    await page.getByRole('button', { name: t.toConfirm }).click();
    await page.getByText(messages.en.validation.required).waitFor();
    await page.locator('main select').last().selectOption('1');
    await expectContentAccessible(page, 'some tires');
    await submitForm(page);
    expect(await shop.db.kysely.selectFrom('withdrawals').select('id').execute()).toEqual([]);
    await expectContentAccessible(page, 'declaration');
    const text = await confirmDeclaration(page);
    expect(text).toContain('1 × Nokian Hakka Blue 3 205/55 R16 91V XL');
    // The instant of receipt, to the minute.
    expect(text).toMatch(/Received ?\d+ \w+ \d{4} at \d\d:\d\d/);
    await expectContentAccessible(page, 'acknowledgement');
    expect(await storedDeclaration(page)).toMatchObject({
      orderNumber: number,
      items: [{ id: 'two', count: 1 }],
      note: '',
    });
  });

  test('from an order in local storage starts with a click on its number', async () => {
    const { number, token } = await placeTestOrder();
    const page = await openForm('/en/withdrawal', JSON.stringify([{ number, token }]));
    await page.locator('main').getByRole('link', { name: number }).click();
    await page.locator('main form strong').getByText(number).waitFor();
    await submitForm(page);
    expect(await confirmDeclaration(page)).toContain(t.wholeOrder);
    expect(await storedDeclaration(page)).toMatchObject({ orderNumber: number, items: null });
  });

  test('shows errors at missing and invalid fields; from an unknown order is acknowledged too', async () => {
    const page = await openForm('/en/withdrawal');
    await page.getByRole('button', { name: t.toConfirm }).click();
    const fieldErrors = page.locator('main form p.text-bad');
    await eventually(() => fieldErrors.allTextContents()).toEqual(Array(3).fill('Required field'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-number');
    await page.getByLabel(t.email, { exact: true }).fill('mari');
    await page.getByLabel(t.email, { exact: true }).blur();
    await page.getByText('Invalid email').waitFor();

    await page.getByLabel(t.number).fill('R26-00000');
    await page.getByLabel(t.name, { exact: true }).fill('Õie Šmidt');
    await page.getByLabel(t.email, { exact: true }).fill('oie@example.com');
    await page.getByRole('radio', { name: t.part }).check();
    await page.getByRole('button', { name: t.toConfirm }).click();
    await page.getByText(messages.en.validation.required).waitFor();
    await page.getByLabel(t.note).fill('Two of four');
    await submitForm(page);
    await page.getByRole('button', { name: t.change }).click();
    expect(await page.getByLabel(t.note).inputValue()).toBe('Two of four');
    await submitForm(page);
    const text = await confirmDeclaration(page);
    expect(text).toContain('Two of four');
    expect(text).toContain(t.mailIfFound);
    expect(await storedDeclaration(page)).toEqual({
      orderNumber: null,
      number: 'R26-00000',
      name: 'Õie Šmidt',
      items: null,
      note: 'Two of four',
    });
  });

  test('goes Back from its confirmation to the form as it was filled in, and Forward to the confirmation', async () => {
    const page = await openForm('/en/withdrawal');
    await declare(page, 'Juku');
    await page.goBack();
    await eventually(() => focusedText(page)).toBe(t.title);
    expect(await page.getByLabel(t.number).inputValue()).toBe('R26-00001');
    expect(await page.getByLabel(t.name, { exact: true }).inputValue()).toBe('Juku');
    expect(await page.getByLabel(t.email, { exact: true }).inputValue()).toBe('juku@example.com');
    await page.goForward();
    await eventually(() => focusedText(page)).toBe(t.confirmTitle);
    await page.getByRole('button', { name: t.change }).click();
    await eventually(() => focusedText(page)).toBe(t.title);
    await declare(page, 'Jaan');
    await confirmDeclaration(page);
    expect(await storedDeclaration(page)).toMatchObject({ number: 'R26-00001', name: 'Jaan' });
    await page.goBack();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(t.done);
  });

  test('goes Back from a confirmation that follows a reload to the form', async () => {
    const page = await openForm('/en/withdrawal');
    await declare(page, 'Juku');
    await page.reload();
    await waitForHydration(page);
    await page.getByRole('button', { name: t.toConfirm }).waitFor();
    await declare(page, 'Jaan');
    await page.goBack();
    await eventually(() => focusedText(page)).toBe(t.title);
    expect(await page.getByLabel(t.name, { exact: true }).inputValue()).toBe('Jaan');
  });

  test('keeps what was typed when its step changes after a new build', async () => {
    const page = await openOutdated(shop, '/en/withdrawal', { storage: { isCookieAccepted: 'true' } });
    await declare(page, 'Juku');
    await page.goBack();
    await eventually(() => focusedText(page)).toBe(t.title);
    expect(await page.getByLabel(t.name, { exact: true }).inputValue()).toBe('Juku');
  });

  test('from an order that loads after the form still asks for the e-mail address', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const email = `${randomUUID()}@example.com`;
    const { number, token } = await placeTestOrder(email);
    const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
    const orderPath = `**/api/v1/orders/${number}`;
    await page.route(orderPath, (route) => route.abort());
    await open(page, `/en/withdrawal?order=${number}#${token}`);
    await page.getByLabel(t.name, { exact: true }).fill('Mari');
    await page.unroute(orderPath);
    const loaded = page.waitForResponse(orderPath);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await (await loaded).finished();
    await page.getByLabel(t.email, { exact: true }).fill(email);
    await submitForm(page);
    await confirmDeclaration(page);
    expect(await storedDeclaration(page)).toMatchObject({ orderNumber: number, name: 'Mari', items: null });
  });

  test('with an invalid token finds its order by number and e-mail address', async () => {
    shop.allowErrors(notFound);
    const email = `${randomUUID()}@example.com`;
    const { number } = await placeTestOrder(email);
    const page = await openForm(`/en/withdrawal?order=${number}#nonsense`);
    expect(await page.getByLabel(t.number).inputValue()).toBe(number);
    await page.getByLabel(t.name, { exact: true }).fill('Mari');
    await page.getByLabel(t.email, { exact: true }).fill(email.toUpperCase());
    await submitForm(page);
    await confirmDeclaration(page);
    expect(await storedDeclaration(page)).toMatchObject({ orderNumber: number, name: 'Mari', items: null });
  });

  test('from an order whose personal data were erased asks for name and e-mail address', async () => {
    const { number, token } = await placeTestOrder();
    const orders = shop.db.kysely.updateTable('orders').set({ status: 'completed' }).where('number', '=', number);
    const { id } = await orders.returning('id').executeTakeFirstOrThrow();
    const change = { at: new Date(), actor: 'operator' };
    await inTransaction(shop.db.kysely, (trx) => eraseOrders(trx, [id], 'all', change));
    const page = await openForm(`/en/withdrawal?order=${number}#${token}`);
    expect(await page.getByLabel(t.number).inputValue()).toBe(number);
    await page.getByLabel(t.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.email, { exact: true }).fill('mari@example.com');
    await submitForm(page);
    await confirmDeclaration(page);
    expect(await storedDeclaration(page)).toMatchObject({ number, name: 'Mari Maasikas', items: null });
  });

  test('without a response keeps the form and can be sent again', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { number, token } = await placeTestOrder();
    const page = await openForm(`/en/withdrawal?order=${number}#${token}`);
    await submitForm(page);
    await page.route('**/withdrawal', (route) => route.abort());
    await page.getByRole('button', { name: t.confirm }).click();
    await page.getByText(t.failed.title).waitFor();
    await page.unroute('**/withdrawal');
    await confirmDeclaration(page);
    expect(await storedDeclaration(page)).toMatchObject({ orderNumber: number });
  });
});
