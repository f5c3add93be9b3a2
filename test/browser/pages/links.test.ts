import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, eventually, messages, open, phone } from '../../support/browser/browser.ts';

const shop = browserShop();
const storage = { isCookieAccepted: 'true' };

/** Opens the home page, marks its document for `sameDocument`, and finds the FAQ link of the header. */
async function openHome() {
  const page = await shop.visit({ language: 'en', storage });
  await open(page, '/en');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const link = page.locator('header').getByRole('link', { name: messages.en.nav.faq });
  return { page, link };
}
const sameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in globalThis);
const historyLength = (page: Page) => page.evaluate(() => history.length);

describe('a link to a page of the shop', () => {
  test('opens without a new document, and adds no history entry if it leads to the current page', async () => {
    const { page, link } = await openHome();
    const before = await historyLength(page);
    await link.click();
    await page.waitForURL('**/en/faq');
    expect(await sameDocument(page)).toBe(true);
    await eventually(() => historyLength(page)).toBe(before + 1);
    await link.click();
    await link.click();
    await page.goBack();
    await page.waitForURL('**/en');
    expect(await sameDocument(page)).toBe(true);
  });

  test('opens a new tab on a click with Ctrl or the middle button, and the page stays', async () => {
    const { page, link } = await openHome();
    for (const click of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
      const opened = page.context().waitForEvent('page');
      await link.click(click);
      const tab = await opened;
      await tab.waitForURL('**/en/faq');
    }
    expect(new URL(page.url()).pathname).toBe('/en');
    expect(await sameDocument(page)).toBe(true);
  });

  test('neither scrolls nor adds a history entry if it adds a tire to the comparison', async () => {
    const { page } = await openHome();
    const before = await historyLength(page);
    const compareLink = page.getByRole('link', { name: /^Compare: / }).nth(5);
    await compareLink.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const boxBefore = await compareLink.boundingBox();
    await compareLink.click();
    const comparingLink = page.getByRole('link', { name: /^Comparing: / });
    await comparingLink.waitFor();
    // The comparison bar adds content above, but the tire stays under the pointer, to within 5 px.
    expect((await comparingLink.boundingBox())?.y).toBeCloseTo(boxBefore?.y ?? Number.NaN, -1);
    expect(await historyLength(page)).toBe(before);
  });
});

test('the header links to the phone, and shows the number on screens from 1280 px, in Russian from 1600 px', async () => {
  const page = await shop.visit({ storage });
  for (const [locale, from] of [
    ['ee', 1280],
    ['en', 1280],
    ['ru', 1600],
  ] as const) {
    await page.setViewportSize({ width: from, height: 800 });
    await open(page, localizedPath('/cart', locale));
    const link = page.locator('header').getByRole('link', { name: '+372 700 0101', exact: true });
    expect(await link.getAttribute('href')).toBe('tel:+3727000101');
    const width = async () => (await link.locator('span').boundingBox())?.width ?? 0;
    expect(await width(), locale).toBeGreaterThan(90);
    await page.setViewportSize({ width: from - 1, height: 800 });
    await eventually(width).toBeLessThan(2);
    expect(await link.count()).toBe(1);
  }
});

describe('the footer of the cart', () => {
  const t = messages.en.footer;
  const link = (page: Page, name: string) => page.locator('footer').getByRole('link', { name, exact: true });

  test('shows on a phone only the link to withdrawal, and the others on request', async () => {
    const page = await shop.visit({ ...phone, language: 'en', storage });
    await open(page, '/en/cart');
    await link(page, t.withdrawal).waitFor();
    expect(await link(page, t.buy).count()).toBe(0);
    expect((await page.locator('footer').boundingBox())?.height).toBeLessThan(180);
    await page.locator('footer summary').tap();
    for (const name of [t.buy, '+372 700 0102']) await link(page, name).waitFor();
    await open(page, '/en/faq');
    await link(page, t.buy).waitFor();
  });

  test('shows everything on a wider screen', async () => {
    const page = await shop.visit({ viewport: { width: 768, height: 800 }, language: 'en', storage });
    await open(page, '/en/cart');
    for (const name of [t.buy, t.withdrawal, '+372 700 0102']) expect(await link(page, name).count()).toBe(1);
    expect(await page.locator('footer summary').isVisible()).toBe(false);
  });
});
