import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, eventually, messages, open } from '../../support/browser/browser.ts';

const shop = browserShop();

/** Opens the home page, marks its document for `sameDocument`, and finds the FAQ link of the header. */
async function openHome() {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, '/en');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const link = page.locator('header').getByRole('link', { name: messages.en.nav.faq });
  return { page, link };
}
const sameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in globalThis);
const historyLength = (page: Page) => page.evaluate(() => history.length);

describe('a link to a page of the shop', () => {
  test('opens without a new document', async () => {
    const { page, link } = await openHome();
    await link.click();
    await page.waitForURL('**/en/faq');
    expect(await sameDocument(page)).toBe(true);
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

  test('to the current page adds no history entry', async () => {
    const { page, link } = await openHome();
    const before = await historyLength(page);
    await link.click();
    await page.waitForURL('**/en/faq');
    await eventually(() => historyLength(page)).toBe(before + 1);
    await link.click();
    await link.click();
    await page.goBack();
    await page.waitForURL('**/en');
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
