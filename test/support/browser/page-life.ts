import type { Page } from 'playwright-core';
import { type BrowserShop, open, type Visit } from './browser.ts';

const minute = 60_000;

/** The matching paths, with their queries, that a page requests from now on. */
export function requestedPaths(page: Page, pattern: RegExp, kind?: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const fits = pattern.test(pathname + search) && (kind === undefined || request.resourceType() === kind);
    if (fits) paths.push(pathname + search);
  });
  return paths;
}

export function documents(page: Page): string[] {
  return requestedPaths(page, /./, 'document');
}

export function consoleMessages(page: Page, type: 'warning' | 'error'): string[] {
  const texts: string[] = [];
  page.on('console', (message) => {
    if (message.type() === type) texts.push(message.text());
  });
  return texts;
}

/** A page whose clock the test controls. */
export async function openStopped(shop: BrowserShop, path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', ...options });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minute);
  await open(page, path);
  return page;
}

/** Advances the clock until the page has read its manifest and checked its links. */
export async function readManifest(page: Page): Promise<void> {
  const manifest = page.waitForResponse(/\/builds\/meta\//);
  await page.clock.runFor(1000);
  await (await manifest).finished();
  await responsesRead(page);
  await page.clock.runFor(500);
}

/** Earlier responses have been read when a later one has. */
export async function responsesRead(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/builds/latest.json?later').then((later) => later.text()));
}
