import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, eventually, open, words } from '../../support/browser/browser.ts';

const shop = browserShop();

/** The header's link to the questions, and whether the document of the click is still open. */
async function atHome() {
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' } });
  await open(page, '/en');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const link = page.locator('header').getByRole('link', { name: words.en.nav.faq });
  return { page, link };
}
const sameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in globalThis);
const entries = (page: Page) => page.evaluate(() => history.length);

describe('a link to a page of the shop', () => {
  test('opens without a new document', async () => {
    const { page, link } = await atHome();
    await link.click();
    await page.waitForURL('**/en/faq');
    expect(await sameDocument(page)).toBe(true);
    await page.goBack();
    await page.waitForURL('**/en');
    expect(await sameDocument(page)).toBe(true);
  });

  test('opens a new tab if the visitor asks for one, and this page stays', async () => {
    const { page, link } = await atHome();
    const opened = page.context().waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    await (await opened).waitForURL('**/en/faq');
    const alike = page.context().waitForEvent('page');
    await link.click({ button: 'middle' });
    await (await alike).waitForURL('**/en/faq');
    expect(new URL(page.url()).pathname).toBe('/en');
    expect(await sameDocument(page)).toBe(true);
  });

  test('to the current page adds no history entry', async () => {
    const { page, link } = await atHome();
    const before = await entries(page);
    await link.click();
    await page.waitForURL('**/en/faq');
    await eventually(() => entries(page)).toBe(before + 1);
    await link.click();
    await link.click();
    await page.goBack();
    await page.waitForURL('**/en');
  });

  test('within the list that only marks a tire neither scrolls nor adds a history entry', async () => {
    const { page } = await atHome();
    const before = await entries(page);
    const mark = page.getByRole('link', { name: /^Compare: / }).nth(5);
    await mark.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const place = await mark.boundingBox();
    await mark.click();
    const marked = page.getByRole('link', { name: /^Comparing: / });
    await marked.waitFor();
    // Content above moves the page, and the tire stays under the pointer.
    expect((await marked.boundingBox())?.y).toBeCloseTo(place?.y ?? Number.NaN, -1);
    expect(await entries(page)).toBe(before);
  });
});
