import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, hydrated, open } from '../support/browser/browser.ts';

const shop = browserShop();

/** When the document was painted, and when each script was requested, in ms since the document was opened. */
const timesOf = (page: Page) =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));

describe('a document', () => {
  test.each(['/', '/en/product?id=none', '/ru/cart', '/faq'])(
    'at %s is painted before it requests its scripts',
    async (path) => {
      shop.allowErrors(/404/);
      const page = await shop.visit();
      await open(page, path);
      const { painted, asked } = await timesOf(page);
      expect(asked.length).toBeGreaterThan(4);
      expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted);
    },
  );

  // A covered window is not painted, and a background tab is not visible.
  test.each([false, true])('hydrates without a paint (in the background: %s)', async (hidden) => {
    const page = await shop.visit();
    await page.addInitScript((hidden) => {
      PerformanceObserver.prototype.observe = () => {};
      if (hidden) Object.defineProperty(document, 'hidden', { value: true });
    }, hidden);
    await page.goto('/');
    await hydrated(page);
    const { asked } = await timesOf(page);
    expect(Math.min(...asked) < 2000).toBe(hidden);
  });
});
