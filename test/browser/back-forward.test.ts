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
 * Reasons of this page for which the browser cannot restore it from its back/forward cache; none if it restores the page,
 * as a full Chromium does. `afterLoad` runs in the page. The headless shell never restores a page; its own reasons have
 * the type `Circumstantial` and are left out.
 */
async function reasonsNotRestorable(page: Page, path: string, afterLoad: () => void = () => {}): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await open(page, path);
  await page.evaluate(afterLoad);
  await page.goto('/faq/buy');
  const reasons = new Promise<string[]>((resolve, reject) => {
    devtools.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }: NotUsed) =>
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
