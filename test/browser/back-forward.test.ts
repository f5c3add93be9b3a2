import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, open } from '../support/browser.ts';
import { chromiumThatKeepsPages } from '../support/chromium.ts';

const shop = browserShop({
  tires: [{ id: 'tire', stock: { ringtee: 30 } }],
  openBrowser: chromiumThatKeepsPages,
});

type NotUsed = { notRestoredExplanations: { type: string; reason: string }[] };

/**
 * What of the page itself keeps the browser from showing it again at once on the way back. The browsers of tests never do
 * so, for reasons of their own (`Circumstantial`), and say besides what of the page would be in the way.
 */
async function inTheWay(page: Page, path: string, further: () => void = () => {}): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await open(page, path);
  await page.evaluate(further);
  await page.goto('/faq/buy');
  const told = new Promise<NotUsed>((resolve) => devtools.once('Page.backForwardCacheNotUsed', resolve));
  // Not within the call: its answer would have no page to come from.
  await page.evaluate(() => void setTimeout(() => history.back()));
  const { notRestoredExplanations } = await told;
  return notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason);
}

test.each(['/', '/product?id=tire', '/cart', '/order', '/faq', '/en/success'])(
  'nothing of the page at %s keeps the browser from going back to it at once',
  async (path) => expect(await inTheWay(await shop.visit(), path)).toEqual([]),
);

test('what would do so is told', async () => {
  const reasons = await inTheWay(await shop.visit(), '/', () => addEventListener('unload', () => {}));
  expect(reasons).not.toEqual([]);
});
