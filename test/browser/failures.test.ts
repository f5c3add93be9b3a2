import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { apology } from '../../src/web/layout/apology.ts';
import { browserShop, eventually, hydrated, open, words } from '../support/browser/browser.ts';
import { consoleMessages, documents, openStopped } from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = words.en;
const heading = (page: Page) => page.locator('main h1');
const inHeader = (page: Page, name: string) => page.locator('header').getByRole('link', { name, exact: true });
const inFooter = (page: Page, path: string) => page.locator(`footer a[href="${path}"]`).first();

const accepted = { kept: { isCookieAccepted: 'true' } };

/** Makes the page of this name throw when it renders. */
async function breakPage(page: Page, name: string): Promise<void> {
  shop.allowErrors(/broken page/);
  const body = 'export default function Broken() { throw new Error("broken page"); }';
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}

describe('page code that cannot be fetched', () => {
  test('loads a document once in 10 s for a path, independently of other paths', async () => {
    shop.allowErrors(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const page = await openStopped(shop, '/en', accepted);
    await page.route(/assets\/faq-/, (route) => route.abort());
    const loads = documents(page);

    await inFooter(page, '/en/faq/buy').click();
    await eventually(() => loads).toEqual(['/en/faq/buy']);
    await page.waitForURL('**/en/faq/buy');

    // The document is readable and its links open documents.
    expect(await heading(page).textContent()).toBe(t.faqBuy.title);
    await inHeader(page, t.nav.cart).click();
    await page.waitForURL('**/en/cart');
    await hydrated(page);

    // Not again; the error page links home.
    await page.clock.fastForward(5000);
    loads.length = 0;
    await inFooter(page, '/en/faq/buy').click();
    await page.waitForURL('**/en');
    await hydrated(page);
    expect(loads[0]).toBe('/');
    expect(loads).not.toContain('/en/faq/buy');

    loads.length = 0;
    await inFooter(page, '/en/faq/policy').click();
    await eventually(() => loads).toEqual(['/en/faq/policy']);
    await page.waitForURL('**/en/faq/policy');
    await inHeader(page, t.nav.cart).click();
    await page.waitForURL('**/en/cart');
    await hydrated(page);

    await page.clock.fastForward(10_000);
    loads.length = 0;
    await inFooter(page, '/en/faq/buy').click();
    await eventually(() => loads).toEqual(['/en/faq/buy']);
  });

  test('keeps the requested fragment', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const orders = JSON.stringify([{ number: 'R26-AAAAA', token: 'token' }]);
    const page = await shop.visit({ language: 'en', kept: { orders } });
    await open(page, '/en/cart');
    let broken = true;
    await page.route(/assets\/success-/, (route) => (broken ? route.abort() : route.continue()));
    const loads = documents(page);
    page.on('request', (request) => {
      if (request.resourceType() === 'document') broken = false;
    });
    shop.allowErrors(/404/);
    await page.locator('main').getByRole('link', { name: 'R26-AAAAA' }).click();
    await page.waitForURL('**/en/success?order=R26-AAAAA#token');
    await eventually(() => heading(page).textContent()).toBe(t.success.unknown);
    expect(loads).toEqual(['/en/success?order=R26-AAAAA']);
  });
});

describe('a fatal error', () => {
  test('loads / at first, shows an apology on a second error within 10 s, and loads / again later', async () => {
    const page = await openStopped(shop, '/en/cart', accepted);
    await breakPage(page, 'faq');
    const loads = documents(page);
    await inHeader(page, t.nav.warranty).click();
    await page.waitForURL('**/en');
    await hydrated(page);
    expect(loads[0]).toBe('/');
    expect(await heading(page).textContent()).toBe(t.home.title);

    await page.clock.fastForward(9000);
    loads.length = 0;
    await inHeader(page, t.nav.warranty).click();
    await page.getByRole('heading', { name: apology.en[0] }).waitFor();
    expect(loads).toEqual([]);
    expect(await page.getByText(apology.en[1]).isVisible()).toBe(true);
    await page.getByRole('link', { name: apology.en[2] }).click();
    await page.waitForURL('**/en');
    await hydrated(page);

    await page.clock.fastForward(2000);
    loads.length = 0;
    await inHeader(page, t.nav.warranty).click();
    await page.waitForURL('**/en');
    await eventually(() => loads[0]).toBe('/');
  });

  test('on the home page does not loop', async () => {
    const page = await openStopped(shop, '/en/cart', accepted);
    await breakPage(page, 'home');
    const loads = documents(page);
    await inHeader(page, t.nav.tires).click();
    await page.getByRole('heading', { name: apology.en[0] }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(loads.filter((path) => path === '/')).toHaveLength(1);
  });

  test('does not loop in a browser without storage', async () => {
    shop.allowErrors(/denied|sessionStorage/);
    const page = await shop.visit({ language: 'en' });
    await page.addInitScript(() => {
      const get = () => {
        throw new Error('denied');
      };
      for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get });
    });
    await open(page, '/en/cart');
    await breakPage(page, 'faq');
    const loads = documents(page);
    await inHeader(page, t.nav.warranty).click();
    await page.waitForURL('**/en');
    await hydrated(page);
    expect(loads[0]).toBe('/');

    await breakPage(page, 'home');
    await inHeader(page, t.nav.cart).click();
    await page.waitForURL('**/en/cart');
    await page.reload();
    await hydrated(page);
    loads.length = 0;
    await inHeader(page, t.nav.tires).click();
    await page.getByRole('heading', { name: apology.en[0] }).waitFor();
    expect(loads).toEqual([]);
  });
});

describe('messages that cannot be loaded', () => {
  test('leave the document as it is, with only a console message', async () => {
    shop.allowErrors(/ERR_FAILED|messages en could not be loaded/);
    const page = await shop.visit({ language: 'en' });
    const errors = consoleMessages(page, 'error');
    const loads = documents(page);
    await page.route(/assets\/en-/, (route) => route.abort());
    await page.goto('/en');
    await eventually(() => errors.join('\n')).toContain('messages en could not be loaded');
    expect(await heading(page).textContent()).toBe(t.home.title);
    expect(await page.locator('#filters button[type=submit]').isVisible()).toBe(true);
    expect(loads).toEqual(['/en']);

    // Filters and links work without script, and the next document has the messages.
    await page.unroute(/assets\/en-/);
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('summer');
    await page.locator('#filters button[type=submit]').click();
    await page.waitForURL('**/en?*season=summer*');
    await hydrated(page);
    expect(await page.locator('main h3').count()).toBe(2);
  });

  test('of another language are replaced by English ones until the next page, which loads as a document', async () => {
    shop.allowErrors(/ERR_FAILED|messages ru could not be loaded/);
    const page = await shop.visit({ language: 'ee' });
    await open(page, '/faq/buy');
    await page.route(/assets\/ru-/, (route) => route.abort());
    const loads = documents(page);
    const errors = consoleMessages(page, 'error');
    await page.locator('header').getByRole('link', { name: 'Русский' }).click();
    await page.waitForURL('**/ru/faq/buy');
    await inHeader(page, t.nav.cart).waitFor();
    expect(errors.join('\n')).toContain('messages ru could not be loaded');

    await page.unroute(/assets\/ru-/);
    await inHeader(page, t.nav.cart).click();
    await page.waitForURL('**/ru/cart');
    await eventually(() => heading(page).textContent()).toBe(words.ru.cart.title);
    expect(loads).toHaveLength(1);
  });
});
