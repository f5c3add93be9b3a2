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

/** The messages of each language; those with arguments are compiled and cannot be used here. */
export const words = { ee, en, ru };

export const desktop = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

export type ShopOptions = {
  /** Replaces the demonstration price list. */
  tires?: readonly SeedTire[];
  /** Replaces the template of its database. */
  template?: Template;
  /** Another server than the build's: creates it, returns the path of its file, and removes it. */
  build?: () => Promise<{ server: string; remove(): Promise<void> }>;
  env?: Record<string, string>;
  /** Replaces the browser of the worker. */
  openBrowser?: () => Promise<Browser>;
};

export type Visit = Omit<BrowserContextOptions, 'storageState'> & {
  language?: Locale;
  /** Another shop than this file's. */
  address?: string;
  /** Local storage of an earlier visit, by key. */
  kept?: Record<string, string>;
};

export type BrowserShop = {
  readonly address: string;
  readonly db: Database;
  readonly databaseUrl: string;
  /** A new visitor with an empty browser that prefers `language`. */
  visit(options?: Visit): Promise<Page>;
  /** Browser console errors fail the test, except those that match. */
  allowErrors(pattern: RegExp): void;
};

/** The built shop on a database of its own, and a browser: one of each for a test file. */
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
  const closers: (() => Promise<unknown>)[] = [];
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  const allowed: RegExp[] = [];

  beforeAll(async () => {
    const made = await testDatabase(template ?? (tires ? migrated : demonstration));
    closers.push(made.drop);
    databaseUrl = made.url;
    db = openDatabase(made.url);
    closers.push(db.close);
    if (tires) await seedTires(db.kysely, tires);
    const other = await build?.();
    if (other) closers.push(other.remove);
    const running = await startBuiltShop({ DATABASE_URL: made.url, ...env }, other?.server);
    closers.push(running.stop);
    address = running.address;
    browser = await openBrowser();
  });
  afterEach(async () => {
    // First: late console errors belong to their own test.
    for (const context of contexts.splice(0)) await context.close();
    const unexpected = errors.splice(0).filter((text) => !allowed.some((pattern) => pattern.test(text)));
    allowed.length = 0;
    expect(unexpected).toEqual([]);
  });
  afterAll(async () => {
    for (const close of closers.splice(0).reverse()) await close();
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
    allowErrors: (pattern) => void allowed.push(pattern),
    async visit({ language = 'ee', kept = {}, address: at = address, ...options } = {}) {
      const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
      const context = await browser.newContext({
        ...desktop,
        baseURL: at,
        reducedMotion: 'reduce',
        locale: locales[language].region,
        storageState: { cookies: [], origins: [{ origin: at, localStorage }] },
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(30_000);
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.page()?.url()})`);
      });
      context.on('weberror', (error) => errors.push(`${error.error().stack} (${error.page()?.url()})`));
      return context.newPage();
    },
  };
}

/** Waits until the value of `get` satisfies the matcher that follows. */
export function eventually<T>(get: () => T | Promise<T>) {
  return expect.poll(get, { timeout: 30_000, interval: 30 });
}

/** Opens a page and waits for its hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

/** The text of an element with single spaces. */
export function readable(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** A cart in the browser's storage format: tires by id, with counts. */
export async function cartOf(address: string, counts: Record<string, number>): Promise<string> {
  const ids = Object.keys(counts).map((id) => ['id', id]);
  const answer = await fetch(`${address}/api/v1/products?${new URLSearchParams(ids)}`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return JSON.stringify(Object.fromEntries(items.map((tire) => [tire.id, { ...tire, count: counts[tire.id] }])));
}

export function kept(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).sort());
}
