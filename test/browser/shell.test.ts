import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { type Locale, localeIds, localizedPath } from '../../src/shop/locale.ts';
import type { Branch } from '../../src/shop/shop-config.ts';
import { browserShop, desktop, eventually, open, phone, readable, words } from '../support/browser/browser.ts';

const shop = browserShop();

const kept = { isCookieAccepted: 'true' };
const panel = (page: Page) => page.getByRole('dialog');
const panelText = async (page: Page) => readable(await panel(page).textContent());

describe('the back-to-top button', () => {
  const toTop = (page: Page) => page.getByRole('button', { name: words.en.shell.toTop });
  const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y);

  test.each([desktop, phone])('shows beyond 400 px, and scrolls to the top ($viewport.width px)', async (device) => {
    const page = await shop.visit({ ...device, language: 'en', kept });
    await open(page, '/en');
    expect(await toTop(page).count()).toBe(0);
    await scrollTo(page, 401);
    await toTop(page).waitFor();
    await scrollTo(page, 400);
    await toTop(page).waitFor({ state: 'detached' });
    await scrollTo(page, 2000);
    await toTop(page).click();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
    await toTop(page).waitFor({ state: 'detached' });
  });

  test('is not covered by the cookie banner', async () => {
    const page = await shop.visit({ ...phone, language: 'en' });
    await open(page, '/en');
    const banner = page.getByRole('region', { name: words.en.cookies.title });
    await banner.waitFor();
    await scrollTo(page, 900);
    const [button, below] = [await toTop(page).boundingBox(), await banner.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await toTop(page).tap();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  });
});

describe('a branch', () => {
  const [ringtee] = shopConfig.branches as [Branch];
  const openPanel = (page: Page) => page.locator('header').getByRole('button', { name: 'Ringtee' }).click();

  test.each(localeIds)('shows in %s its address, phone, hours and services', async (locale) => {
    const page = await shop.visit({ language: locale, kept });
    await open(page, localizedPath('/cart', locale));
    await openPanel(page);
    const t = words[locale].branch;
    const text = await panelText(page);
    expect(text).toContain(`${ringtee.street}, ${ringtee.postalCode} ${ringtee.city}`);
    expect(text).toContain('09:00–18:00');
    expect(text).toContain(t.weekends);
    for (const service of ringtee.services) expect(text).toContain(t.service[service]);
    const link = (name: string) => panel(page).getByRole('link', { name });
    expect(await link(ringtee.phone).getAttribute('href')).toBe('tel:+3727000101');
    expect(await link(t.map).getAttribute('href')).toBe(ringtee.map);
    expect(await link(t.map).getAttribute('rel')).toBe('noopener');
  });

  test.each([
    ['ee', '2026-11-20T07:00:00Z', 'Avatud kuni 18:00'],
    ['ru', '2026-11-20T15:59:00Z', 'Открыто до 18:00'],
    ['en', '2026-11-20T16:00:00Z', 'Closed. Opens on Monday at 09:00'],
    ['ee', '2026-11-22T10:00:00Z', 'Suletud. Avame homme kell 09:00'],
    ['ru', '2026-11-23T05:00:00Z', 'Закрыто. Откроемся сегодня в 09:00'],
    ['en', '2026-12-31T11:00:00Z', 'Open until 14:00'],
  ] as const)('says in %s at %s: %s', async (locale, at, says) => {
    // A visitor in another time zone: the branch follows the clock in Tallinn.
    const page = await shop.visit({ language: locale, kept, timezoneId: 'America/New_York' });
    await page.clock.install({ time: new Date(at) });
    await open(page, localizedPath('/cart', locale));
    await openPanel(page);
    await page.clock.runFor(1);
    await eventually(() => panelText(page)).toContain(says);
  });

  test('updates at the opening hour while its panel is open', async () => {
    const page = await shop.visit({ language: 'en', kept });
    await page.clock.install({ time: new Date('2026-11-20T06:58:30Z') });
    await open(page, '/en/cart');
    await openPanel(page);
    await page.clock.runFor(1);
    await eventually(() => panelText(page)).toContain('Opens today at 09:00');
    await page.clock.runFor(60_000);
    await eventually(() => panelText(page)).toContain('Opens today at 09:00');
    await page.clock.runFor(60_000);
    await eventually(() => panelText(page)).toContain('Open until 18:00');
  });

  test('opens on a phone through the menu', async () => {
    const page = await shop.visit({ ...phone, language: 'en', kept });
    await open(page, '/en');
    await page.getByRole('button', { name: words.en.nav.menu, exact: true }).tap();
    await panel(page).getByRole('button', { name: 'Annelinn' }).tap();
    await eventually(() => panelText(page)).toContain('Kalda tee 30');
    expect(await panel(page).count()).toBe(1);
  });
});

describe('an open dialog', () => {
  const cases: [string, typeof phone | typeof desktop, string][] = [
    ['the menu', phone, words.en.nav.menu],
    ['a branch', desktop, 'Ringtee'],
  ];

  test.each(cases)('%s traps the focus, locks the page, and closes on Escape', async (_name, device, button) => {
    const page = await shop.visit({ ...device, language: 'en', kept });
    await open(page, '/en');
    const opener = page.locator('header').getByRole('button', { name: button, exact: true });
    await opener.click();
    await panel(page).waitFor();
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || Boolean(activeElement?.closest('dialog'));
      });
      expect(inside).toBe(true);
    }
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 900);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

test.each<Locale>(['ee', 'ru', 'en'])(
  'the menu of a phone lists tires, faq, warranty, cart and languages in %s',
  async (locale) => {
    const page = await shop.visit({ ...phone, language: locale, kept });
    await open(page, localizedPath('/', locale));
    const t = words[locale].nav;
    await page.getByRole('button', { name: t.menu, exact: true }).tap();
    const links = await panel(page).getByRole('link').allTextContents();
    expect(links.slice(0, 7)).toEqual([t.tires, t.faq, t.warranty, t.cart, 'Est', 'Rus', 'Eng']);
    expect(await panel(page).locator('a svg').count()).toBeGreaterThanOrEqual(3);
  },
);
