import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/connect.server.ts';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { type Locale, locales } from '../../../src/shop/locale.ts';
import { startBuiltShop } from '../built-shop.ts';
import { migrated, type Template, testDatabase } from '../database/database.ts';
import { type SeedTire, seedTires } from '../database/seed.ts';
import { demonstration } from '../demonstration.ts';
import { openChromium } from './chromium.ts';
import { fillLocalStorage } from './local-storage.ts';

/** The messages of each language. Messages with arguments are compiled, so that tests cannot compare with them. */
export const messages = { ee, en, ru };

export const desktop = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

export type ShopOptions = {
  /** Replaces the demonstration price list. */
  tires?: readonly SeedTire[];
  /** Replaces the template of the shop's database. */
  template?: Template;
  /** Creates another server than the build's. Returns the path of its entry file and how to remove it. */
  build?: () => Promise<{ server: string; remove(): Promise<void> }>;
  env?: Record<string, string>;
  /** Replaces the Chromium that the test files of a worker share. */
  openBrowser?: () => Promise<Browser>;
};

export type Visit = BrowserContextOptions & {
  language?: Locale;
  /** The URL of another shop than the one of this file. */
  address?: string;
  /** The initial local storage, by key. */
  storage?: Record<string, string>;
};

export type BrowserShop = {
  readonly address: string;
  readonly db: Database;
  readonly databaseUrl: string;
  /** A new visitor with an empty browser that prefers `language`. */
  visit(options?: Visit): Promise<Page>;
  /** Allows console errors that match, in the current test. All other console errors fail it. */
  allowErrors(pattern: RegExp): void;
};

/** The built shop on a separate database, and a browser: one of each for a test file. */
export function browserShop({
  tires,
  template,
  build,
  env = {},
  openBrowser = openChromium,
}: ShopOptions = {}): BrowserShop {
  let browser: Browser;
  let address = '';
  let databaseUrl = '';
  let db: Database;
  const closing: (() => Promise<unknown>)[] = [];
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  const allowedErrors: RegExp[] = [];

  beforeAll(async () => {
    const database = await testDatabase(template ?? (tires ? migrated : demonstration));
    closing.push(database.drop);
    databaseUrl = database.url;
    db = openDatabase(database.url);
    closing.push(db.close);
    if (tires) await seedTires(db.kysely, tires);
    const otherBuild = await build?.();
    if (otherBuild) closing.push(otherBuild.remove);
    const running = await startBuiltShop({ DATABASE_URL: database.url, ...env }, otherBuild?.server);
    closing.push(running.stop);
    address = running.address;
    browser = await openBrowser();
  });
  afterEach(async () => {
    // Before the check: closing a page can report its last console errors.
    for (const context of contexts.splice(0)) await context.close();
    const unexpected = errors.splice(0).filter((text) => !allowedErrors.some((pattern) => pattern.test(text)));
    allowedErrors.length = 0;
    expect(unexpected).toEqual([]);
  });
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  return {
    get address() {
      return address;
    },
    get db() {
      return db;
    },
    get databaseUrl() {
      return databaseUrl;
    },
    allowErrors: (pattern) => void allowedErrors.push(pattern),
    async visit({ language = 'ee', storage = {}, address: shopAddress = address, ...options } = {}) {
      const context = await browser.newContext({
        ...desktop,
        baseURL: shopAddress,
        reducedMotion: 'reduce',
        locale: locales[language].intl,
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(30_000);
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.page()?.url()})`);
      });
      context.on('weberror', (error) => errors.push(`${error.error().stack} (${error.page()?.url()})`));
      const page = await context.newPage();
      await fillLocalStorage(page, shopAddress, storage);
      return page;
    },
  };
}

/** Polls `get` until its value satisfies the matcher that follows, at most 30 s. */
export function eventually<T>(get: () => T | Promise<T>) {
  return expect.poll(get, { timeout: 30_000, interval: 30 });
}

/** Opens a page and waits for its hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Opens a page whose scripts wait until the returned function is called. */
export async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()));
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('#answers').waitFor({ state: 'attached' });
  return release;
}

/** Waits until React handles the events of the first element that matches `selector`. Parts after `main` are hydrated later. */
export async function waitForHydration(page: Page, selector = 'main'): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  }, selector);
}

export function collapseSpaces(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** The JSON of a cart in local storage. `counts`: the counts of tires, by id. */
export async function cartOf(address: string, counts: Record<string, number>): Promise<string> {
  const ids = Object.keys(counts).map((id) => ['id', id]);
  const answer = await fetch(`${address}/api/v1/products?${new URLSearchParams(ids)}`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return JSON.stringify(Object.fromEntries(items.map((tire) => [tire.id, { ...tire, count: counts[tire.id] }])));
}

export function storedValue(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).sort());
}
