import type { Page } from 'playwright-core';
import { type BrowserShop, open, type Visit } from './browser.ts';

const minute = 60_000;

/** The paths, with their queries, that a page asks for from now on and that fit. */
export function asked(page: Page, pattern: RegExp, kind?: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const fits = pattern.test(pathname + search) && (kind === undefined || request.resourceType() === kind);
    if (fits) paths.push(pathname + search);
  });
  return paths;
}

/** The documents that a page loads from now on. */
export function documents(page: Page): string[] {
  return asked(page, /./, 'document');
}

/** What a page says in its console from now on. */
export function said(page: Page, type: 'warning' | 'error'): string[] {
  const texts: string[] = [];
  page.on('console', (message) => {
    if (message.type() === type) texts.push(message.text());
  });
  return texts;
}

/** A page whose clock stands still unless the test turns it. */
export async function stopped(shop: BrowserShop, path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', ...options });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minute);
  await open(page, path);
  return page;
}

/** Turns the clock on to where the page has its manifest and has looked at its links. */
export async function alive(page: Page): Promise<void> {
  const manifest = page.waitForResponse(/\/builds\/meta\//);
  await page.clock.runFor(1000);
  await (await manifest).finished();
  await answersRead(page);
  await page.clock.runFor(500);
}

/** When a later answer has been read, so have those before it. */
export async function answersRead(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/builds/latest.json?later').then((later) => later.text()));
}
