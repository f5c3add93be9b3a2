import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, open } from '../support/browser/browser.ts';
import { chromiumWithBackForwardCache } from '../support/browser/chromium.ts';

const shop = browserShop({
  tires: [{ id: 'tire', stock: { ringtee: 30 } }],
  openBrowser: chromiumWithBackForwardCache,
});

type NotUsed = { notRestoredExplanations: { type: string; reason: string }[] };

/**
 * Reasons of this page for which the browser cannot restore it from its back/forward cache. `afterLoad` runs in the
 * page. A test browser never restores a page; its own reasons have the type `Circumstantial` and are left out.
 */
async function reasonsNotRestorable(page: Page, path: string, afterLoad: () => void = () => {}): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await open(page, path);
  await page.evaluate(afterLoad);
  await page.goto('/faq/buy');
  const notUsed = new Promise<NotUsed>((resolve, reject) => {
    devtools.once('Page.backForwardCacheNotUsed', resolve);
    setTimeout(() => reject(new Error('this browser reports no reasons: use chromium-headless-shell')), 20_000);
  });
  // In a timeout, so that `evaluate` returns before the page goes away.
  await page.evaluate(() => void setTimeout(() => history.back()));
  const { notRestoredExplanations } = await notUsed;
  return notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason);
}

test.each(['/', '/product?id=tire', '/cart', '/order', '/faq', '/en/success'])(
  'the page at %s does not prevent the back/forward cache',
  async (path) => expect(await reasonsNotRestorable(await shop.visit(), path)).toEqual([]),
);

test('a listener for unload prevents the back/forward cache', async () => {
  const reasons = await reasonsNotRestorable(await shop.visit(), '/', () => addEventListener('unload', () => {}));
  expect(reasons).not.toEqual([]);
});
