import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, desktop, open, phone, type Visit, words } from '../../support/browser/browser.ts';

const shop = browserShop({ tires: [{ id: 'one', stock: { ringtee: 8 } }] });

const t = words.en;
const accepted = { isCookieAccepted: 'true' };

async function visit(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: accepted, ...options });
  await open(page, path);
  return page;
}

test('axe finds nothing in the open menu of a phone, in any language', async () => {
  const page = await visit('/cart', phone);
  for (const locale of localeIds) {
    await open(page, localizedPath('/cart', locale));
    await page.getByRole('button', { name: words[locale].nav.menu, exact: true }).tap();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, locale, [phone.viewport]);
  }
});

test('axe finds nothing in an open branch, in any language', { timeout: 300_000 }, async () => {
  const page = await shop.visit({ kept: accepted });
  await page.clock.install();
  for (const [locale, at, says] of [
    ['ee', '2026-11-20T10:00:00Z', 'Avatud kuni 18:00'],
    ['ru', '2026-11-20T17:00:00Z', 'Закрыто. Откроемся в понедельник в 09:00'],
    ['en', '2026-11-21T10:00:00Z', 'Closed. Opens on Monday at 09:00'],
  ] as const) {
    await page.clock.setSystemTime(new Date(at));
    await open(page, localizedPath('/cart', locale));
    await page.locator('header').getByRole('button', { name: 'Annelinn' }).click();
    await page.getByRole('dialog').getByText(says).waitFor();
    await expectAccessible(page, locale);
  }
});

test('axe finds nothing in the cookie banner, nor after it is accepted', async () => {
  const page = await visit('/en/cart', { kept: {} });
  const banner = page.getByRole('region', { name: t.cookies.title });
  await banner.waitFor();
  await expectAccessible(page, 'banner');
  await banner.getByRole('button', { name: t.cookies.accept }).click();
  await banner.waitFor({ state: 'detached' });
  await expectAccessible(page, 'accepted', [desktop.viewport]);
});

test('axe finds nothing in a notification and the back-to-top button', async () => {
  const page = await shop.visit({ language: 'en', kept: accepted });
  await page.clock.install();
  await open(page, '/en?season=summer');
  await page.setViewportSize(phone.viewport);
  const add = page.getByRole('button', { name: t.tire.add });
  await add.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await add.click();
  // A focused notification stays. axe itself needs a running clock.
  await page.locator('[data-notification]').getByRole('link').focus();
  await page.clock.resume();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole('button', { name: t.shell.toTop }).waitFor();
  await expectAccessible(page, 'both', [phone.viewport, { width: 1280, height: 400 }]);
  expect(await page.locator('[data-notification]').count()).toBe(1);
  expect(await page.getByRole('button', { name: t.shell.toTop }).count()).toBe(1);
});

test('axe finds nothing in the skip link while it has the focus', async () => {
  const page = await visit('/en/faq');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: t.shell.skip });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await expectAccessible(page, 'skip link', [desktop.viewport]);
});
