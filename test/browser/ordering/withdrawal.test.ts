import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, eventually, open, readable, words } from '../../support/browser/browser.ts';
import { items } from '../../support/orders/order-form.ts';
import { focused } from '../../support/orders/ordering.ts';
import { placedOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = words.en.withdrawal;
const fails = /status of 404/;

/** An order for four of one tire and two of another. */
const order = (email = `${randomUUID()}@example.com`) =>
  placedOrder(
    shop.address,
    { id: 'one', price: 79.9 },
    {
      customer: { name: 'Mari Maasikas', email, phone: '+372 5123 4567' },
      items: items(['one', 4], ['two', 2]),
    },
  );

async function at(path: string, orders = '[]'): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true', orders } });
  await open(page, path);
  await page.getByRole('button', { name: t.toConfirm }).waitFor();
  return page;
}

async function declare(page: Page): Promise<void> {
  await page.getByRole('button', { name: t.toConfirm }).click();
  await eventually(() => focused(page)).toBe(t.confirmTitle);
}

async function confirm(page: Page): Promise<string> {
  await page.getByRole('button', { name: t.confirm }).click();
  await eventually(() => focused(page)).toBe(t.done);
  return readable(await page.locator('main').textContent());
}

/** The stored declaration that the page acknowledges. */
async function declared(page: Page) {
  const id = /[\da-f]{8}-[\da-f-]{27}/.exec((await page.locator('main dl').textContent()) ?? '')?.[0] ?? '';
  return shop.db.kysely
    .selectFrom('withdrawals')
    .leftJoin('orders', 'orders.id', 'withdrawals.order_id')
    .select(['orders.number as of', 'withdrawals.number', 'withdrawals.name', 'withdrawals.items', 'withdrawals.note'])
    .where('withdrawals.id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('a withdrawal', () => {
  test('from some tires of a linked order asks for no known data', async () => {
    const { number, token } = await order();
    const page = await at(`/en/withdrawal?order=${number}#${token}`);
    await expectAccessible(page, 'form');
    expect(await page.getByLabel(t.number).count()).toBe(0);
    expect(await page.getByLabel(t.name, { exact: true }).inputValue()).toBe('Mari Maasikas');
    await page.getByRole('radio', { name: t.part }).check();
    await page.getByRole('button', { name: t.toConfirm }).click();
    await page.getByText(words.en.validation.required).waitFor();
    await page.locator('main select').last().selectOption('1');
    await expectAccessible(page, 'some tires');
    await declare(page);
    expect(await shop.db.kysely.selectFrom('withdrawals').select('id').execute()).toEqual([]);
    await expectAccessible(page, 'declaration');
    const text = await confirm(page);
    expect(text).toContain('1 × Nokian Hakka Blue 3 205/55 R16 91V XL');
    // To the minute.
    expect(text).toMatch(/Received ?\d+ \w+ \d{4} at \d\d:\d\d/);
    await expectAccessible(page, 'acknowledgement');
    expect(await declared(page)).toMatchObject({ of: number, items: [{ id: 'two', count: 1 }], note: '' });
  });

  test('from an order that this browser remembers begins with a click', async () => {
    const { number, token } = await order();
    const page = await at('/en/withdrawal', JSON.stringify([{ number, token }]));
    await page.getByRole('link', { name: number }).click();
    await page.locator('main form strong').getByText(number).waitFor();
    await declare(page);
    expect(await confirm(page)).toContain(t.wholeOrder);
    expect(await declared(page)).toMatchObject({ of: number, items: null });
  });

  test('from an unknown order is acknowledged too', async () => {
    const page = await at('/en/withdrawal');
    await page.getByLabel(t.number).fill('R26-00000');
    await page.getByLabel(t.name, { exact: true }).fill('Õie Šmidt');
    await page.getByLabel(t.email, { exact: true }).fill('oie@example.com');
    await page.getByRole('radio', { name: t.part }).check();
    await page.getByRole('button', { name: t.toConfirm }).click();
    await page.getByText(words.en.validation.required).waitFor();
    await page.getByLabel(t.note).fill('Two of four');
    await declare(page);
    await page.getByRole('button', { name: t.change }).click();
    expect(await page.getByLabel(t.note).inputValue()).toBe('Two of four');
    await declare(page);
    const text = await confirm(page);
    expect(text).toContain('Two of four');
    expect(text).toContain(t.letterIfFound);
    expect(await declared(page)).toEqual({
      of: null,
      number: 'R26-00000',
      name: 'Õie Šmidt',
      items: null,
      note: 'Two of four',
    });
  });

  test('with an invalid token finds its order by number and address', async () => {
    shop.allowErrors(fails);
    const email = `${randomUUID()}@example.com`;
    const { number } = await order(email);
    const page = await at(`/en/withdrawal?order=${number}#nonsense`);
    expect(await page.getByLabel(t.number).inputValue()).toBe(number);
    await page.getByLabel(t.name, { exact: true }).fill('Mari');
    await page.getByLabel(t.email, { exact: true }).fill(email.toUpperCase());
    await declare(page);
    await confirm(page);
    expect(await declared(page)).toMatchObject({ of: number, name: 'Mari', items: null });
  });

  test('names missing and invalid fields, by the rules of all forms', async () => {
    const page = await at('/en/withdrawal');
    await page.getByRole('button', { name: t.toConfirm }).click();
    const messages = page.locator('main form p.text-bad');
    await eventually(() => messages.allTextContents()).toEqual(Array(3).fill('Required field'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-number');
    await page.getByLabel(t.email, { exact: true }).fill('mari');
    await page.getByLabel(t.email, { exact: true }).blur();
    await page.getByText('Invalid email').waitFor();
  });

  test('without a response keeps the form and can be sent again', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { number, token } = await order();
    const page = await at(`/en/withdrawal?order=${number}#${token}`);
    await declare(page);
    await page.route('**/withdrawal', (route) => route.abort());
    await page.getByRole('button', { name: t.confirm }).click();
    await page.getByText(t.failed.title).waitFor();
    await page.unroute('**/withdrawal');
    await confirm(page);
    expect(await declared(page)).toMatchObject({ of: number });
  });
});
