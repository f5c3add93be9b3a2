import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localizedPath } from '../../src/shop/locale.ts';
import {
  browserShop,
  cartOf,
  desktop,
  eventually,
  hydrated,
  kept,
  open,
  phone,
  readable,
  type Visit,
  words,
} from '../support/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'one', stock: { ringtee: 30 } },
    { id: 'two', price: 6_150, stock: { annelinn: 12 } },
  ],
});

const t = words.en;
const minute = 60_000;
const heading = (page: Page) => page.locator('main h1');
const header = (page: Page, name: string) => page.locator('header').getByRole('link', { name, exact: true });
const footer = (page: Page, path: string) => page.locator(`footer a[href="${path}"]`);

/** The paths, with their queries, that the page asks for from now on and that fit. */
function asked(page: Page, pattern: RegExp, kind?: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const path = request.url().slice(shop.address.length);
    if (pattern.test(path) && (kind === undefined || request.resourceType() === kind)) paths.push(path);
  });
  return paths;
}

const documents = (page: Page) => asked(page, /./, 'document');

/** What the page has said in its console from now on. */
function said(page: Page, type: 'warning' | 'error'): string[] {
  const texts: string[] = [];
  page.on('console', (message) => void (message.type() === type && texts.push(message.text())));
  return texts;
}

/** A page of which the clock stands still unless the test turns it. */
async function stopped(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', ...options });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minute);
  await open(page, path);
  return page;
}

/** Turns the clock on to where the page has its manifest and looks at its links. */
async function alive(page: Page): Promise<void> {
  const manifest = page.waitForResponse(/\/builds\/meta\//);
  await page.clock.runFor(1000);
  await (await manifest).finished();
  await page.clock.runFor(500);
}

async function becomes(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** From now on the shop says that it is served from another build. */
async function release(page: Page): Promise<void> {
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer', timestamp: 0 } }));
}

/** A page that has noticed a newer build. */
async function outdated(path: string, options: Visit = {}): Promise<Page> {
  const page = await stopped(path, options);
  await release(page);
  await alive(page);
  const answer = page.waitForResponse(/latest\.json/);
  await page.clock.fastForward(5 * minute);
  await (await answer).finished();
  // When a later answer has been read, so has this one.
  await page.evaluate(() => fetch('/builds/latest.json?later').then((later) => later.json()));
  return page;
}

describe('the manifest', () => {
  test('is asked for about 1 s after load and not before', async () => {
    const page = await stopped('/en');
    const manifests = asked(page, /^\/builds\//);
    await page.clock.runFor(900);
    expect(manifests).toEqual([]);
    await page.clock.runFor(200);
    await eventually(() => manifests).toEqual([expect.stringMatching(/^\/builds\/meta\/[0-9a-f]{16}\.json$/)]);
    await page.clock.runFor(4 * minute);
    expect(manifests).toHaveLength(1);
  });
});
