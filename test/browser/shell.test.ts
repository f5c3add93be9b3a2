import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import type { Branch } from '../../src/shop/config/shop-config.ts';
import { localeIds, localizedPath } from '../../src/shop/locale.ts';
import { expectAccessible, scopeIn } from '../support/browser/axe.ts';
import { browserShop, collapseSpaces, desktop, eventually, messages, open, phone } from '../support/browser/browser.ts';

const shop = browserShop();

const storage = { isCookieAccepted: 'true' };
const dialog = (page: Page) => page.getByRole('dialog');
const dialogText = async (page: Page) => collapseSpaces(await dialog(page).textContent());

describe('the back-to-top button', () => {
  const toTop = (page: Page) => page.getByRole('button', { name: messages.en.shell.toTop });
  const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y);

  /** Expects that the button shows from 401 px on, at the top of the page no more. */
  async function expectToAppear(page: Page) {
    expect(await toTop(page).count()).toBe(0);
    await scrollTo(page, 401);
    await toTop(page).waitFor();
    await scrollTo(page, 400);
    await toTop(page).waitFor({ state: 'detached' });
  }

  test('appears once the page is scrolled more than 400 px, beside the content or at the right edge of narrow screens, and scrolls to the top', async () => {
    const page = await shop.visit({ language: 'en', storage });
    await open(page, '/en?season=summer');
    await expectToAppear(page);
    for (const width of [320, 360, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await scrollTo(page, 700);
      await toTop(page).waitFor();
      const button = await toTop(page).boundingBox();
      const contentRight = await page
        .locator('main')
        .evaluate(
          (main) => main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight),
        );
      const isBesideContent = (button?.x ?? 0) >= contentRight;
      expect({ width, isBesideContent }).toEqual({ width, isBesideContent: width >= 1280 });
      if (width < 1280) expect(button).toEqual({ x: width - 12 - 44, y: 800 - 12 - 44, width: 44, height: 44 });
      expect(button?.height).toBeGreaterThanOrEqual(44);
    }
    await scrollTo(page, 2000);
    await toTop(page).click();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
    await toTop(page).waitFor({ state: 'detached' });
  });

  test('appears on a phone above the cookie banner once the page is scrolled more than 400 px, and scrolls to the top', async () => {
    const page = await shop.visit({ ...phone, language: 'en' });
    await open(page, '/en');
    const banner = page.getByRole('region', { name: messages.en.cookies.title });
    await banner.waitFor();
    await expectToAppear(page);
    await scrollTo(page, 900);
    const [buttonBox, bannerBox] = [await toTop(page).boundingBox(), await banner.boundingBox()];
    expect((buttonBox?.y ?? 0) + (buttonBox?.height ?? 0)).toBeLessThanOrEqual(bannerBox?.y ?? 0);
    await toTop(page).tap();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
    await toTop(page).waitFor({ state: 'detached' });
  });
});

describe('the dialog of a branch', () => {
  const [ringtee] = shopConfig.branches as [Branch];
  const openRingtee = (page: Page) => page.locator('header').getByRole('button', { name: 'Ringtee' }).click();

  const openingStates = {
    // axe checks the colours of the last one.
    ee: [
      ['2026-11-22T10:00:00Z', 'Suletud. Avame homme kell 09:00'],
      ['2026-11-20T07:00:00Z', 'Avatud kuni 18:00'],
    ],
    ru: [
      ['2026-11-20T15:58:00Z', 'Открыто до 18:00'],
      ['2026-11-23T05:00:00Z', 'Закрыто. Откроемся сегодня в 09:00'],
    ],
    en: [
      ['2026-11-20T16:00:00Z', 'Closed. Opens on Monday at 09:00'],
      ['2026-12-31T11:00:00Z', 'Open until 14:00'],
    ],
  } as const;

  test('shows address, phone, opening hours and services, and until when the branch is open or when it opens, in every language; axe finds no violation', async () => {
    // The opening state depends on the time in Tallinn, not on the visitor's time zone.
    const page = await shop.visit({ storage, timezoneId: 'America/New_York' });
    await page.clock.install();
    for (const locale of localeIds) {
      await open(page, localizedPath('/cart', locale));
      await openRingtee(page);
      for (const [now, openingState] of openingStates[locale]) {
        await page.clock.setSystemTime(new Date(now));
        // The dialog looks at the clock every minute.
        await page.clock.runFor(60_000);
        await eventually(() => dialogText(page)).toContain(openingState);
      }
      const t = messages[locale].branch;
      const text = await dialogText(page);
      expect(text).toContain(`${ringtee.street}, ${ringtee.postalCode} ${ringtee.city}`);
      expect(text).toContain('09:00–18:00');
      expect(text).toContain(messages[locale].hours.weekends);
      for (const service of ringtee.services) expect(text).toContain(t.service[service]);
      const link = (name: string) => dialog(page).getByRole('link', { name });
      expect(await link(ringtee.phone).getAttribute('href')).toBe('tel:+3727000101');
      expect(await link(t.map).getAttribute('href')).toBe(ringtee.map);
      expect(await link(t.map).getAttribute('rel')).toBe('noopener');
      await expectAccessible(page, locale, scopeIn(locale));
    }
  });

  test('updates the opening state at the opening hour', async () => {
    const page = await shop.visit({ language: 'en', storage });
    await page.clock.install({ time: new Date('2026-11-20T06:58:30Z') });
    await open(page, '/en/cart');
    await openRingtee(page);
    await page.clock.runFor(1);
    await eventually(() => dialogText(page)).toContain('Opens today at 09:00');
    await page.clock.runFor(60_000);
    await eventually(() => dialogText(page)).toContain('Opens today at 09:00');
    await page.clock.runFor(60_000);
    await eventually(() => dialogText(page)).toContain('Open until 18:00');
  });
});

describe('an open dialog', () => {
  const cases: [string, typeof phone | typeof desktop, string][] = [
    ['the menu', phone, messages.en.nav.menu],
    ['the dialog of a branch', desktop, 'Ringtee'],
  ];

  test.each(cases)(
    '%s keeps the focus inside, prevents scrolling the page, and closes on Escape',
    async (_dialogName, device, openerName) => {
      const page = await shop.visit({ ...device, language: 'en', storage });
      await open(page, '/en');
      const opener = page.locator('header').getByRole('button', { name: openerName, exact: true });
      await opener.click();
      await dialog(page).waitFor();
      for (let press = 0; press < 20; press += 1) {
        await page.keyboard.press('Tab');
        const isFocusInside = await page.evaluate(() => {
          const { activeElement } = document;
          // Tab also passes through the toolbar of the browser.
          const isInToolbar = activeElement === document.body;
          return isInToolbar || Boolean(activeElement?.closest('dialog'));
        });
        expect(isFocusInside).toBe(true);
      }
      await page.mouse.move(180, 400);
      await page.mouse.wheel(0, 900);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );
});

test('the menu on a phone lists phone number and opening state, tires, FAQ, warranty, cart and languages, in every language, and opens the dialog of a branch; axe finds no violation', async () => {
  const page = await shop.visit({ ...phone, storage });
  await page.clock.install();
  for (const [locale, now, call, openingState] of [
    ['ee', '2026-11-20T07:00:00Z', 'Helistage +372 700 0101', 'Avatud kuni 18:00'],
    ['ru', '2026-11-20T07:00:00Z', 'Позвонить: +372 700 0101', 'Открыто до 18:00'],
    ['en', '2026-11-20T16:00:00Z', 'Call +372 700 0101', 'Closed. Opens on Monday at 09:00'],
  ] as const) {
    await page.clock.setSystemTime(new Date(now));
    await open(page, localizedPath('/cart', locale));
    const t = messages[locale].nav;
    await page.getByRole('button', { name: t.menu, exact: true }).tap();
    await page.clock.runFor(1);
    await eventually(() => dialogText(page)).toContain(`${call}${openingState}`);
    const links = dialog(page).getByRole('link');
    expect(await links.first().getAttribute('href')).toBe('tel:+3727000101');
    expect((await links.allTextContents()).slice(1, 8)).toEqual([
      t.tires,
      t.faq,
      t.warranty,
      t.cart,
      'Est',
      'Rus',
      'Eng',
    ]);
    const flags = await dialog(page)
      .locator('a.language')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::before').backgroundImage));
    expect(flags).not.toContain('none');
    expect(new Set(flags).size).toBe(3);
    await expectAccessible(page, locale, { screens: [phone.viewport] });
  }
  await dialog(page).getByRole('button', { name: 'Annelinn' }).tap();
  await eventually(() => dialogText(page)).toContain('Kalda tee 30');
  expect(await dialog(page).count()).toBe(1);
});

test('the header is one line, from edge to edge of the content, in every language', async () => {
  const page = await shop.visit({ storage });
  for (const locale of localeIds) {
    await open(page, localizedPath('/cart', locale));
    for (const width of [360, 768, 1024, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const header = await page.locator('header').evaluate((element) => {
        const controls = [...element.querySelectorAll('div:first-child :is(a, button)')].filter(
          (item) => item.checkVisibility() && !item.closest('dialog'),
        );
        const boxes = controls.map((item) => item.getBoundingClientRect());
        const main = document.querySelector('main') as HTMLElement;
        const padding = Number.parseFloat(getComputedStyle(main).paddingRight);
        return {
          maxHeight: Math.max(...boxes.map(({ height }) => height)),
          left: Math.min(...boxes.map(({ left }) => left)) - main.getBoundingClientRect().left - padding,
          right: main.getBoundingClientRect().right - padding - Math.max(...boxes.map(({ right }) => right)),
          overflows: document.documentElement.scrollWidth > innerWidth,
        };
      });
      // A touch target is 44 px high: a wrapped control would be higher. The padding of the last link, 8 px, is outside the content.
      expect({ locale, width, ...header }).toEqual({
        locale,
        width,
        maxHeight: 44,
        left: expect.closeTo(0, 0),
        right: expect.closeTo(-8, 0),
        overflows: false,
      });
    }
  }
});
