import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import { expectContentAccessible } from '../../support/browser/axe.ts';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  desktop,
  eventually,
  messages,
  open,
  phone,
} from '../../support/browser/browser.ts';
import { embeddedDays } from '../../support/browser/collection-days.ts';

const shop = browserShop({
  tires: [
    { id: 'near', stock: { ringtee: 8 } },
    { id: 'far', price: 8990, stock: { annelinn: 8 } },
  ],
});

beforeAll(async () => {
  const size = { tread_width: 225, profile: 45, diameter: 17 };
  await shop.db.kysely.updateTable('tires').set(size).where('id', '=', 'far').execute();
  await shop.db.pool.query("select pg_notify('catalogue', 'all')");
  const read = async () => (await fetch(`${shop.address}/api/v1/products?id=near&id=far`)).text();
  await vi.waitUntil(async () => (await read()).includes('225/45 R17'), { timeout: 30_000 });
});

const t = messages.en;
const summary = (page: Page) => page.getByRole('region', { name: t.cart.summary, exact: true });

async function openCart(device = {}, language: Locale = 'en'): Promise<Page> {
  const cart = await cartOf(shop.address, { near: 4, far: 2 });
  const page = await shop.visit({ ...device, language, storage: { isCookieAccepted: 'true', cart } });
  await open(page, localizedPath('/cart', language));
  await page.locator('main').getByRole('link', { name: messages[language].cart.toOrder }).waitFor();
  return page;
}

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  return found ?? { x: Number.NaN, y: Number.NaN, width: 0, height: 0 };
};

describe('the summary of the cart', () => {
  test('shows the day on which all tires are at each branch, the total, its VAT and what fitting costs', async () => {
    const page = await openCart();
    const text = collapseSpaces(await summary(page).textContent());
    const { texts, branches } = await embeddedDays(page);
    const dayAt = (branch: string, place: string) => collapseSpaces(texts[branches[branch]?.[place] ?? -1] ?? null);
    // At each branch some tires come from the other one, which takes equally long, so the day is said once.
    expect(dayAt('ringtee', 'annelinn')).toBe(dayAt('annelinn', 'ringtee'));
    expect(text).toContain(`At every branch: ${dayAt('ringtee', 'annelinn')}`);
    expect(text).not.toContain('Ringtee');
    expect(text).not.toContain('working day');
    expect(text).toContain('Total €499.40');
    expect(text).toContain('of which VAT (24%): €96.66');
    // Four tires of 16 inches and two of 17 inches are agreed by phone.
    await summary(page).getByText(t.fittingOffer.byPhone).waitFor();
    await page.getByRole('button', { name: /^Remove .*225/ }).click();
    await eventually(async () => collapseSpaces(await summary(page).textContent())).toContain(
      `Ringtee: ${dayAt('ringtee', 'ringtee')}`,
    );
    await summary(page)
      .getByRole('radio', { name: /Fitting from €60\.00, paid at the branch\./ })
      .check();
    expect(await summary(page).getByRole('radio', { name: t.cart.fitting }).isChecked()).toBe(true);
  });

  test('is beside the tires on a desktop, and between them and the button on a phone; axe finds no violation', async () => {
    const page = await openCart(desktop, 'ru');
    const [tires, beside] = [await box(page, 'main ul'), await box(page, 'section[aria-labelledby=cart-summary]')];
    expect(beside.x).toBeGreaterThanOrEqual(tires.x + tires.width);
    expect(Math.abs(beside.y - tires.y)).toBeLessThan(4);

    await page.setViewportSize(phone.viewport);
    const [above, below] = [await box(page, 'main ul'), await box(page, 'section[aria-labelledby=cart-summary]')];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
    const button = await box(page, 'main a.button-signal');
    expect(button.y + button.height).toBeLessThanOrEqual(below.y + below.height);
    expect(button.y).toBeGreaterThan(below.y + below.height / 2);
    await expectContentAccessible(page, 'cart with summary');
  });

  test('passes a choice of fitting by the keyboard to the order form, and forgets it when the page is left', async () => {
    const page = await openCart();
    const chosen = (value: string) => page.locator(`input[name=fulfilment][value=${value}]`);
    await summary(page).getByRole('radio', { name: t.cart.pickup }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await summary(page).getByRole('radio', { name: t.cart.fitting }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/order');
    await page.getByRole('button', { name: t.order.submit }).waitFor();
    expect(await chosen('fitting').isChecked()).toBe(true);
    await page.getByText(t.orderFitting.byPhone).waitFor();
    await page.reload();
    await page.getByRole('button', { name: t.order.submit }).waitFor();
    expect(await page.locator('input[name=fulfilment]:checked').count()).toBe(0);
  });
});

test('a link of the cart leads in every language to the list in the size of its last tire', async () => {
  const page = await shop.visit({ storage: { cart: await cartOf(shop.address, { near: 4, far: 2 }) } });
  for (const [locale, text] of [
    ['ee', 'Jätka valimist: 225/45 R17'],
    ['en', 'Continue in 225/45 R17'],
    ['ru', 'Продолжить выбор: 225/45 R17'],
  ] as const) {
    await open(page, localizedPath('/cart', locale));
    await page.getByRole('link', { name: text }).click();
    await eventually(() => new URL(page.url()).search).toBe('?treadWidth=225&profile=45&diameter=17&season=summer');
  }
});
