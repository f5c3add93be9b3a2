import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, open } from '../support/browser/browser.ts';
import { chromiumThatKeepsPages } from '../support/browser/chromium.ts';

const shop = browserShop({
  tires: [{ id: 'tire', stock: { ringtee: 30 } }],
  openBrowser: chromiumThatKeepsPages,
});

type NotUsed = { notRestoredExplanations: { type: string; reason: string }[] };

/**
 * Reasons why the browser cannot restore this page from its back/forward cache. Test browsers never restore pages,
 * for reasons of their own (`Circumstantial`), but report the page's reasons too.
 */
async function inTheWay(page: Page, path: string, further: () => void = () => {}): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await open(page, path);
  await page.evaluate(further);
  await page.goto('/faq/buy');
  const notUsed = new Promise<NotUsed>((resolve, reject) => {
    devtools.once('Page.backForwardCacheNotUsed', resolve);
    setTimeout(() => reject(new Error('this browser reports no reasons: use chromium-headless-shell')), 20_000);
  });
  // After the call, whose response would otherwise have no page.
  await page.evaluate(() => void setTimeout(() => history.back()));
  const { notRestoredExplanations } = await notUsed;
  return notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason);
}

test.each(['/', '/product?id=tire', '/cart', '/order', '/faq', '/en/success'])(
  'the page at %s does not prevent the back/forward cache',
  async (path) => expect(await inTheWay(await shop.visit(), path)).toEqual([]),
);

test('reports what would prevent it', async () => {
  const reasons = await inTheWay(await shop.visit(), '/', () => addEventListener('unload', () => {}));
  expect(reasons).not.toEqual([]);
});
