import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectContentAccessible } from '../../support/browser/axe.ts';
import { browserShop, desktop, messages, open, phone, type Visit } from '../../support/browser/browser.ts';

const shop = browserShop({ tires: [{ id: 'one', stock: { ringtee: 8 } }] });

const t = messages.en;
const cookiesAccepted = { isCookieAccepted: 'true' };

async function visit(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: cookiesAccepted, ...options });
  await open(page, path);
  return page;
}

test('axe finds no violations with the cookie banner and after its acceptance', async () => {
  const page = await visit('/en/cart', { storage: {} });
  const banner = page.getByRole('region', { name: t.cookies.title });
  await banner.waitFor();
  await expectContentAccessible(page, 'banner');
  await banner.getByRole('button', { name: t.cookies.accept }).click();
  await banner.waitFor({ state: 'detached' });
  await expectContentAccessible(page, 'accepted', { screens: [desktop.viewport] });
});

test('axe finds no violations with a notification and the back-to-top button', async () => {
  const page = await shop.visit({ language: 'en', storage: cookiesAccepted });
  await page.clock.install();
  await open(page, '/en?season=summer');
  const add = page.getByRole('button', { name: t.tire.add });
  await add.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await add.click();
  await page.setViewportSize(phone.viewport);
  // A focused notification stays open. axe needs a running clock.
  await page.locator('[data-notification]').getByRole('link').focus();
  await page.clock.resume();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole('button', { name: t.shell.toTop }).waitFor();
  await expectAccessible(page, 'notification and button', { screens: [phone.viewport, { width: 1280, height: 400 }] });
  expect(await page.locator('[data-notification]').count()).toBe(1);
  expect(await page.getByRole('button', { name: t.shell.toTop }).count()).toBe(1);
});

test('axe finds no violations with the skip link focused', async () => {
  const page = await visit('/en/faq');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: t.shell.skip });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await expectAccessible(page, 'skip link', { screens: [desktop.viewport] });
});
