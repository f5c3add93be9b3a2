import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, open, waitForHydration } from '../support/browser/browser.ts';

const shop = browserShop();

/** As in `src/web/entry.server.tsx`. */
const maxPaintWaitMs = 2000;

/** The times of the first paint and of each script request, in ms since the navigation started. */
const timesOf = (page: Page) =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    scriptsRequested: performance
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
      const { painted, scriptsRequested } = await timesOf(page);
      expect(scriptsRequested.length).toBeGreaterThan(4);
      expect(Math.min(...scriptsRequested)).toBeGreaterThanOrEqual(painted);
    },
  );

  // Browsers do not paint covered windows and background tabs. Only a visible document waits for its first paint.
  test.each([false, true])(
    'hydrates without a first paint, at once only in a background tab (background tab: %s)',
    async (hidden) => {
      const page = await shop.visit();
      await page.addInitScript((hidden) => {
        PerformanceObserver.prototype.observe = () => {};
        if (hidden) Object.defineProperty(document, 'hidden', { value: true });
      }, hidden);
      await page.goto('/');
      await waitForHydration(page);
      const { scriptsRequested } = await timesOf(page);
      const startsAtOnce = Math.min(...scriptsRequested) < maxPaintWaitMs;
      expect(startsAtOnce).toBe(hidden);
    },
  );
});
