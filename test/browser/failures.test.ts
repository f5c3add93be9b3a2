import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { errorPagePolicy, errorPages } from '../../src/web/document/error-page.server.ts';
import { apology } from '../../src/web/layout/apology.ts';
import { browserShop, eventually, messages, open, waitForHydration } from '../support/browser/browser.ts';
import { openWithStoppedClock, recordDocumentLoads } from '../support/browser/page-life.ts';
import { placeOrder } from '../support/orders/placed-order.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = messages.en;
const [apologyTitle, apologyText, apologyLink] = apology.en;
const heading = (page: Page) => page.locator('main h1');
const inHeader = (page: Page, name: string) => page.locator('header').getByRole('link', { name, exact: true });
const inFooter = (page: Page, path: string) => page.locator(`footer a[href="${path}"]`).first();

const cookiesAccepted = { storage: { isCookieAccepted: 'true' } };

/** Replaces the code of a page by a component that throws. `name`: the name of its chunk. */
async function breakPage(page: Page, name: string): Promise<void> {
  shop.allowErrors(/broken page/);
  const broken = 'function Broken() { throw new Error("broken page"); }';
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    const code = await (await route.fetch()).text();
    // A chunk from which other chunks import also exports an object of its exports.
    const exports = code
      .replace(/[\w$]+ as default/, 'Broken as default')
      .replace(/default:\(\)=>[\w$]+/, 'default:()=>Broken');
    await route.fulfill({ contentType: 'text/javascript', body: broken + exports });
  });
}

describe('page code that cannot be fetched', () => {
  test('loads the document of a path at most once in 10 s', async () => {
    shop.allowErrors(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const page = await openWithStoppedClock(shop, '/en', cookiesAccepted);
    await page.route(/assets\/faq-/, (route) => route.abort());
    const documentLoads = recordDocumentLoads(page);

    await inFooter(page, '/en/faq/buy').click();
    await eventually(() => documentLoads).toEqual(['/en/faq/buy']);
    await page.waitForURL('**/en/faq/buy');

    // The document, whose code fails too, is loaded once. It shows its text, and its links load documents.
    await page.waitForLoadState('networkidle');
    expect(await heading(page).textContent()).toBe(t.faqBuy.title);
    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await page.waitForURL('**/en/cart');
    await waitForHydration(page);

    expect(documentLoads).toEqual(['/en/faq/buy', '/en/cart']);

    // Within 10 s the same path loads no second document: the shop opens the home page.
    await page.clock.fastForward(5000);
    documentLoads.length = 0;
    await inFooter(page, '/en/faq/buy').click();
    await page.waitForURL('**/en');
    await waitForHydration(page);
    expect(documentLoads[0]).toBe('/');
    expect(documentLoads).not.toContain('/en/faq/buy');

    documentLoads.length = 0;
    await inFooter(page, '/en/faq/policy').click();
    await eventually(() => documentLoads).toEqual(['/en/faq/policy']);
    await page.waitForURL('**/en/faq/policy');
    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await page.waitForURL('**/en/cart');
    await waitForHydration(page);

    await page.clock.fastForward(10_000);
    documentLoads.length = 0;
    await inFooter(page, '/en/faq/buy').click();
    await eventually(() => documentLoads).toEqual(['/en/faq/buy']);
  });

  test('loads the document with the requested fragment', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const orders = JSON.stringify([{ number: 'R26-AAAAA', token: 'token' }]);
    const page = await shop.visit({ language: 'en', storage: { orders } });
    await open(page, '/en/cart');
    let isBlocked = true;
    await page.route(/assets\/success-/, (route) => (isBlocked ? route.abort() : route.continue()));
    const documentLoads = recordDocumentLoads(page);
    page.on('request', (request) => {
      if (request.resourceType() === 'document') isBlocked = false;
    });
    shop.allowErrors(/404/);
    await page.locator('main').getByRole('link', { name: 'R26-AAAAA' }).click();
    await page.waitForURL('**/en/success?order=R26-AAAAA#token');
    await eventually(() => heading(page).textContent()).toBe(t.success.unknown);
    expect(documentLoads).toEqual(['/en/success?order=R26-AAAAA']);
  });
});

test('a part of a page whose code cannot be fetched leaves the page working', async () => {
  shop.allowErrors(/ERR_FAILED/);
  const page = await shop.visit({ language: 'en' });
  await page.route(/assets\/(about-shop|size-facts)-/, (route) => route.abort());
  const failure = page.waitForEvent('requestfailed', (request) => request.url().includes('size-facts'));
  await open(page, '/en?season=summer');
  await failure;
  await page.locator('#filter-season').selectOption('');
  await page.waitForURL('**/en?season=');
  expect(await page.locator('#filter-season').inputValue()).toBe('');
  expect(await heading(page).textContent()).not.toBe('');
});

test('the button of the page of a busy shop opens the page of an order by its fragment', async () => {
  shop.allowErrors(/status of 503/);
  const { number, token } = await placeOrder(shop.address, { id: 'one', price: 79.9 });
  const page = await shop.visit({ language: 'en' });
  const answer = {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': errorPagePolicy },
    body: errorPages('Rehvipood')(503, 'en', '/en/success', true),
  };
  await page.route('**/en/success?*', (route) => route.fulfill(answer), { times: 1 });
  await page.goto(`/en/success?order=${number}#${token}`);
  await page.getByRole('link', { name: t.home.retry }).click();
  await waitForHydration(page);
  expect(page.url()).toBe(`${shop.address}/en/success?order=${number}#${token}`);
  await eventually(() => heading(page).textContent()).toContain(number);
});

describe('a fatal error', () => {
  test('loads the home page, shows an apology on a second error within 10 s, and loads the home page again after that', async () => {
    const page = await openWithStoppedClock(shop, '/en/cart', cookiesAccepted);
    await breakPage(page, 'faq');
    const documentLoads = recordDocumentLoads(page);
    await inHeader(page, t.nav.warranty).click();
    await page.waitForURL('**/en');
    await waitForHydration(page);
    expect(documentLoads[0]).toBe('/');
    expect(await heading(page).textContent()).toBe(t.home.title);

    await page.clock.fastForward(9000);
    documentLoads.length = 0;
    await inHeader(page, t.nav.warranty).click();
    await page.getByRole('heading', { name: apologyTitle }).waitFor();
    expect(documentLoads).toEqual([]);
    expect(await page.getByText(apologyText).isVisible()).toBe(true);
    await page.getByRole('link', { name: apologyLink }).click();
    await page.waitForURL('**/en');
    await waitForHydration(page);

    await page.clock.fastForward(2000);
    documentLoads.length = 0;
    await inHeader(page, t.nav.warranty).click();
    await page.waitForURL('**/en');
    await eventually(() => documentLoads[0]).toBe('/');
  });

  test('on the home page loads no document in a loop', async () => {
    const page = await openWithStoppedClock(shop, '/en/cart', cookiesAccepted);
    await breakPage(page, 'home');
    const documentLoads = recordDocumentLoads(page);
    await inHeader(page, t.nav.tires).click();
    await page.getByRole('heading', { name: apologyTitle }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(documentLoads.filter((path) => path === '/')).toHaveLength(1);
  });

  test('in a browser without storage loads no document in a loop', async () => {
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
    const documentLoads = recordDocumentLoads(page);
    await inHeader(page, t.nav.warranty).click();
    await page.waitForURL('**/en');
    await waitForHydration(page);
    expect(documentLoads[0]).toBe('/');

    await breakPage(page, 'home');
    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await page.waitForURL('**/en/cart');
    await page.reload();
    await waitForHydration(page);
    documentLoads.length = 0;
    await inHeader(page, t.nav.tires).click();
    await page.getByRole('heading', { name: apologyTitle }).waitFor();
    expect(documentLoads).toEqual([]);
  });
});
