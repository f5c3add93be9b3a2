import type { Page } from 'playwright-core';
import { type BrowserShop, open, type Visit } from './browser.ts';

const minuteMs = 60_000;

/** Records the matching requests of a page from now on, each as path and query. `kind`: Playwright's resource type. */
export function recordRequests(page: Page, pattern: RegExp, kind?: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const matches = pattern.test(pathname + search) && (kind === undefined || request.resourceType() === kind);
    if (matches) paths.push(pathname + search);
  });
  return paths;
}

export function recordDocumentLoads(page: Page): string[] {
  return recordRequests(page, /./, 'document');
}

export function recordConsole(page: Page, type: 'warning' | 'error'): string[] {
  const texts: string[] = [];
  page.on('console', (message) => {
    if (message.type() === type) texts.push(message.text());
  });
  return texts;
}

/** Opens a page with a stopped clock; the test advances it. */
export async function openWithStoppedClock(shop: BrowserShop, path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', ...options });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minuteMs);
  await open(page, path);
  return page;
}

/** Advances the clock until the page has read the manifest of its build and checked its links. */
export async function waitForManifest(page: Page): Promise<void> {
  const manifestRead = page.waitForResponse(/\/builds\/meta\//).then((response) => response.finished());
  await page.clock.runFor(1000);
  await manifestRead;
  await waitUntilResponsesAreRead(page);
  await page.clock.runFor(500);
}

/** Waits until the page has read the responses received so far. Requests one more, because the page reads responses in order. */
export async function waitUntilResponsesAreRead(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/builds/latest.json?later').then((later) => later.text()));
}

/** Opens a page and lets it detect a newer build. */
export async function openOutdated(shop: BrowserShop, path: string, options: Visit = {}): Promise<Page> {
  const page = await openWithStoppedClock(shop, path, options);
  await waitForManifest(page);
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer', timestamp: 0 } }));
  const latestRead = page.waitForResponse(/latest\.json/).then((response) => response.finished());
  await page.clock.runFor(5 * minuteMs);
  await latestRead;
  await waitUntilResponsesAreRead(page);
  return page;
}
