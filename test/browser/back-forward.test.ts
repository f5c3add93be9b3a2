import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, cartOf, eventually, messages, open, storedValue } from '../support/browser/browser.ts';
import { chromiumWithBackForwardCache } from '../support/browser/chromium.ts';

const shop = browserShop({
  tires: ['tire', 'sold', 'restored'].map((id) => ({ id, stock: { ringtee: 30 } })),
  openBrowser: chromiumWithBackForwardCache,
});

type BackForwardCacheReport = { notRestoredExplanations: { type: string; reason: string }[] };

/**
 * Reasons why the browser cannot restore the page from its back/forward cache; none if it restores the page, as a full
 * Chromium does. `afterLoad` runs in the page. The headless shell never restores a page; its own reasons have
 * the type `Circumstantial` and are left out.
 */
async function reasonsNotRestorable(page: Page, path: string, afterLoad: () => void = () => {}): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await open(page, path);
  await page.evaluate(afterLoad);
  await page.goto('/faq/buy');
  const reasons = new Promise<string[]>((resolve, reject) => {
    devtools.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }: BackForwardCacheReport) =>
      resolve(notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason)),
    );
    devtools.on('Page.frameNavigated', ({ type }) => type === 'BackForwardCacheRestore' && resolve([]));
    setTimeout(() => reject(new Error('this browser does not report how it went back')), 20_000);
  });
  // In a timeout, so that `evaluate` returns before the page goes away.
  await page.evaluate(() => void setTimeout(() => history.back()));
  return reasons;
}

test.each(['/', '/product?id=tire', '/cart', '/order', '/faq', '/en/success'])(
  'the page at %s does not prevent the back/forward cache',
  async (path) => expect(await reasonsNotRestorable(await shop.visit(), path)).toEqual([]),
);

test('a listener for unload prevents the back/forward cache', async () => {
  const reasons = await reasonsNotRestorable(await shop.visit(), '/', () => addEventListener('unload', () => {}));
  expect(reasons).not.toEqual([]);
});

describe('after Back, a page shows the current stock', () => {
  const offer = (page: Page) => page.getByRole('button', { name: messages.en.tire.add });
  const soldOut = (page: Page) =>
    page.getByRole('complementary').getByText(messages.en.product.soldOut, { exact: true });

  /** Sets the pieces of a tire in stock, and waits until the API returns them. */
  async function changeStock(id: string, count: number): Promise<void> {
    await shop.db.kysely.updateTable('stock').set({ on_hand: count }).where('tire_id', '=', id).execute();
    await shop.db.pool.query("select pg_notify('catalogue', 'all')");
    const answer = async () => (await fetch(`${shop.address}/api/v1/products?id=${id}`)).json();
    await eventually(answer).toMatchObject({ items: [{ available: count }] });
  }

  /** Adds an image that never loads to the next documents, so that their load event never fires. `page.route` would disable the cache. */
  async function preventLoadEvents(page: Page): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/held.png' }] });
    await page.addInitScript(() =>
      Object.assign(globalThis, { held: Object.assign(new Image(), { src: '/held.png' }) }),
    );
  }

  test('if the browser takes its document from the cache', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/product?id=sold');
    await offer(page).waitFor();
    await open(page, '/en/faq');
    await changeStock('sold', 0);
    await page.goBack();
    await soldOut(page).waitFor();

    // Until the load event, Chromium would take the answers of the API from its cache, too.
    await page.goForward();
    await changeStock('sold', 30);
    await preventLoadEvents(page);
    await page.goBack({ waitUntil: 'commit' });
    await offer(page).waitFor();
    expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
  });

  test('and the current cart, if the browser restores the page from its back/forward cache', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/product?id=restored');
    await offer(page).waitFor();
    await changeStock('restored', 0);
    const cart = await cartOf(shop.address, { tire: 4 });
    await page.evaluate((cart) => localStorage.setItem('cart', cart), cart);
    // The headless shell restores no page.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await soldOut(page).waitFor();
    await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
    expect(Object.keys(JSON.parse((await storedValue(page, 'cart')) ?? ''))).toEqual(['tire']);
  });
});
