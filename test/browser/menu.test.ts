import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, open, phone, words } from '../support/browser.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 8 } }] });

const t = words.en;
const burger = (page: Page) => page.getByRole('button', { name: t.nav.menu, exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: t.nav.menu });

async function opened(path = '/en/faq'): Promise<Page> {
  const page = await shop.visit({ language: 'en', ...phone, kept: { isCookieAccepted: 'true' } });
  await open(page, path);
  await burger(page).tap();
  await menu(page).waitFor();
  return page;
}

test('on a phone the menu leads to tires, questions, warranty and cart, and closes behind its link', async () => {
  const page = await opened('/en/faq/buy');
  for (const [name, path] of [
    [t.nav.tires, '/en'],
    [t.nav.faq, '/en/faq'],
    [t.nav.warranty, '/en/faq/warranty'],
    [t.nav.cart, '/en/cart'],
  ] as const) {
    if (!(await menu(page).isVisible())) await burger(page).tap();
    await menu(page).getByRole('link', { name, exact: true }).tap();
    await eventually(() => new URL(page.url()).pathname).toBe(path);
    await menu(page).waitFor({ state: 'hidden' });
  }
});

test('in the open menu the focus stays inside, and Escape closes it and gives the focus back', async () => {
  const page = await opened();
  const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  const stops = await menu(page).locator('a, button').count();
  for (let step = 0; step < stops; step += 1) {
    expect(await inside()).toBe(true);
    await page.keyboard.press('Tab');
  }
  // Past the last the focus is on the browser itself or on the first again, never on the page behind.
  expect(await page.evaluate(() => document.activeElement?.matches('body, dialog *'))).toBe(true);
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'hidden' });
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t.nav.menu);
});

test('the page behind the open menu does not scroll', async () => {
  const page = await opened();
  await page.mouse.move(180, 700);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('End');
  await page.evaluate(() => new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled))));
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
