import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, desktop, eventually, messages, open, phone } from '../../support/browser/browser.ts';
import { items } from '../../support/orders/order-form.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';
import { elementsWiderThan } from '../../support/wider.ts';

const shop = browserShop({
  tires: [
    { id: 'tire', stock: { ringtee: 40 } },
    { id: 'dearer', price: 9990, stock: { ringtee: 40 } },
    { id: 'repriced', price: 12990, stock: { ringtee: 40 } },
    { id: 'remote', stock: { supplier: { count: 40, leadDays: 3 } } },
  ],
});

async function openOrder(language: 'ee' | 'en' | 'ru', device = phone as typeof desktop, id = 'tire') {
  const items = [{ id, count: 4, price: 79.9 }];
  const order = await placeOrder(shop.address, { id, price: 79.9 }, { paymentMethod: 'pay_at_branch', items });
  const page = await shop.visit({ language, ...device, storage: { isCookieAccepted: 'true' } });
  const prefix = language === 'ee' ? '' : `/${language}`;
  await open(page, `${prefix}/success?order=${order.number}#${order.token}`);
  await page.getByText(messages[language].success.edit.open, { exact: true }).click();
  return { page, ...order };
}

const totalOf = async (number: string) => {
  const orders = shop.db.kysely.selectFrom('orders').select('total_cents').where('number', '=', number);
  return (await orders.executeTakeFirstOrThrow()).total_cents;
};

/** Takes a screenshot for a person to look at, if the environment names a folder in SHOTS. */
async function takeScreenshot(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

const t = messages.en.success.edit;

test('a buyer sees the effects of a change before confirming it', async () => {
  const { page, number } = await openOrder('en');
  await page.getByLabel(t.count).selectOption('2');
  await page.getByLabel(t.tire, { exact: true }).selectOption({ label: 'Nokian Hakka Blue 3 91V, €99.90' });
  await page.getByLabel(t.field.phone).fill('51234567');
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText('New total: €199.80 (currently €319.60)').waitFor();
  expect(await totalOf(number)).toBe(31960);
  await page.getByRole('button', { name: t.back, exact: true }).click();
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByRole('button', { name: t.confirm }).click();
  await page.getByText(t.done).waitFor();
  expect(await totalOf(number)).toBe(19980);
  await page.getByText('51234567').waitFor();
});

test('a buyer adds the forgotten company to an order', async () => {
  shop.allowErrors(/400/);
  const { page, number } = await openOrder('en');
  await page.getByText(t.forCompany, { exact: true }).click();
  await page.getByLabel(t.field.companyName).fill('Veod OÜ');
  await page.getByLabel(t.field.regCode).fill('10421628');
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText('Please check: registry code.').waitFor();
  await page.getByLabel(t.field.regCode).fill('10421629');
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByRole('button', { name: t.confirm }).click();
  await page.getByText(t.done).waitFor();
  const orders = shop.db.kysely.selectFrom('orders').select('company').where('number', '=', number);
  expect((await orders.executeTakeFirstOrThrow()).company).toMatchObject({ name: 'Veod OÜ', regCode: '10421629' });
});

test('a tire whose price has changed is offered at its new price after the refusal', async () => {
  shop.allowErrors(/409/);
  const { page } = await openOrder('en');
  await page.getByLabel(t.tire, { exact: true }).selectOption({ label: 'Nokian Hakka Blue 3 91V, €129.90' });
  await shop.db.kysely.updateTable('tires').set({ price_cents: 13990 }).where('id', '=', 'repriced').execute();
  await shop.db.pool.query("select pg_notify('catalogue', 'all')");
  const answer = async () => (await fetch(`${shop.address}/api/v1/products?id=repriced`)).json();
  await eventually(answer).toMatchObject({ items: [{ price: 139.9 }] });
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText(t.refusal['price-changed']).waitFor();
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText('New total: €559.60 (currently €319.60)').waitFor();
});

test('a refusal names the field of the company, or the tires', async () => {
  shop.allowErrors(/400/);
  const ordered = items(['tire', 4], ['dearer', 2, 99.9]);
  const order = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, { items: ordered });
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, `/en/success?order=${order.number}#${order.token}`);
  await page.getByText(t.open, { exact: true }).click();
  await page.getByText(t.forCompany, { exact: true }).click();
  await page.getByLabel(t.field.regCode).fill('10421629');
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText('Please check: company name.', { exact: true }).waitFor();
  await page.getByLabel(t.field.regCode).fill('');
  await page.getByLabel(t.count).first().selectOption('2');
  await page.getByLabel(t.tire, { exact: true }).last().selectOption('tire 79.9');
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText('Please check: tyre.', { exact: true }).waitFor();
});

test('a refusal of a form without a change or with invalid data, and the effects of a change, get the focus and come into view on a phone', async () => {
  shop.allowErrors(/400/);
  const { page } = await openOrder('en');
  const focusedInView = () =>
    page.evaluate(() => {
      const { top = -1 } = document.activeElement?.getBoundingClientRect() ?? {};
      return top >= 0 && top < innerHeight ? document.activeElement?.textContent : null;
    });
  await page.getByRole('button', { name: t.preview }).click();
  await eventually(focusedInView).toBe(t.refusal.unchanged);
  await page.getByLabel(t.field.phone).fill('x');
  await page.getByRole('button', { name: t.preview }).click();
  await eventually(focusedInView).toBe('Please check: phone.');
  expect(await page.getByLabel(t.field.phone).inputValue()).toBe('x');
  await page.getByLabel(t.field.phone).fill('+372 5123 4567');
  await page.getByLabel(t.count).selectOption('2');
  await page.getByRole('button', { name: t.preview }).click();
  await eventually(focusedInView).toBe(t.summary);
  await page.getByRole('button', { name: t.back, exact: true }).click();
  await eventually(focusedInView).toBe(t.preview);
});

test('the form does not take back what the branch has changed while it is open', async () => {
  const { page, number } = await openOrder('en');
  await page.getByLabel(t.field.phone).waitFor();
  await shop.db.kysely.updateTable('orders').set({ phone: '+372 5000 0000' }).where('number', '=', number).execute();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByText('+372 5000 0000', { exact: true }).waitFor();
  await page.getByLabel(t.count).selectOption('2');
  await page.getByRole('button', { name: t.preview }).click();
  await page.getByText('New total: €159.80 (currently €319.60)').waitFor();
  const changes = page.getByRole('region', { name: t.summary }).getByRole('listitem');
  expect(await changes.allTextContents()).not.toContainEqual(expect.stringContaining('phone'));
});

test('once tires have been ordered from a supplier, the page says whom to call', async () => {
  shop.allowErrors(/409|400/);
  const { page, number } = await openOrder('en', phone as typeof desktop, 'remote');
  await page.getByRole('button', { name: t.preview }).waitFor();
  await shop.db.pool.query(`update purchases set state = 'sent', sent_at = created_at`);
  await page.reload();
  await page.getByText(t.open, { exact: true }).click();
  await page.getByText(/already been ordered from a supplier/).waitFor();
  expect(await page.getByRole('button', { name: t.preview }).count()).toBe(0);
  expect(await totalOf(number)).toBe(31960);
});

test('the form fits a phone and a desktop, in Estonian and Russian', async () => {
  const { page, number, token } = await openOrder('ee');
  for (const language of ['ee', 'ru'] as const) {
    const texts = messages[language].success.edit;
    if (language === 'ru') {
      await open(page, `/ru/success?order=${number}#${token}`);
      await page.getByText(texts.open, { exact: true }).click();
    }
    await page.getByLabel(texts.count).selectOption('3');
    await page.getByLabel(texts.branch, { exact: true }).selectOption('annelinn');
    const expectToFit = async (step: string) => {
      for (const [device, { viewport }] of Object.entries({ desktop, phone })) {
        await page.setViewportSize(viewport);
        await takeScreenshot(page, `${language}-${device}-${step}`);
        expect(await elementsWiderThan(page, viewport.width), `${language}, ${step}`).toEqual([]);
      }
    };
    await expectToFit('form');
    await page.getByRole('button', { name: texts.preview }).click();
    await page.getByRole('button', { name: texts.confirm }).waitFor();
    await expectToFit('preview');
  }
});
