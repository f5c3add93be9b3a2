import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import ee from '../../src/messages/ee.json';
import en from '../../src/messages/en.json';
import ru from '../../src/messages/ru.json';
import { type Locale, locales } from '../../src/shop/locale.ts';
import { startBuiltShop } from './built-shop.ts';
import { openChromium } from './chromium.ts';
import { migrated, type Template, testDatabase } from './database.ts';
import { demonstration } from './demonstration.ts';
import { type SeedTire, seedTires } from './seed.ts';

/** The words of each language; those with arguments are compiled and of no use here. */
export const words = { ee, en, ru };

export const desktop = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

export type ShopOptions = {
  /** Instead of the demonstration price list. */
  tires?: readonly SeedTire[];
  /** What its database starts as instead. */
  template?: Template;
  /** Another server than the build's: the path of its file, once it is made, and what takes it away again. */
  build?: () => Promise<{ server: string; remove(): Promise<void> }>;
  env?: Record<string, string>;
  /** Another browser than that of the worker. */
  openBrowser?: () => Promise<Browser>;
};

export type Visit = Omit<BrowserContextOptions, 'storageState'> & {
  language?: Locale;
  /** Another shop than this file's. */
  address?: string;
  /** What the browser has kept from an earlier visit, by key. */
  kept?: Record<string, string>;
};

export type BrowserShop = {
  readonly address: string;
  readonly db: Database;
  readonly databaseUrl: string;
  /** A new visitor with an empty browser that prefers `language`. */
  visit(options?: Visit): Promise<Page>;
  /** Errors in the browser's console are a failure, except those that a test announces. */
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
    // First: what a page still has to say belongs to its own test.
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
      context.setDefaultTimeout(60_000);
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.page()?.url()})`);
      });
      context.on('weberror', (error) => errors.push(`${error.error().stack} (${error.page()?.url()})`));
      return context.newPage();
    },
  };
}

/** Waits until what `get` returns is as the matcher that follows says. */
export function eventually<T>(get: () => T | Promise<T>) {
  return expect.poll(get, { timeout: 60_000, interval: 30 });
}

/** Opens a page and waits until its scripts have taken it over. */
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

/** The text of an element as one reads it: every kind of white space is a space. */
export function readable(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** A cart as the browser keeps it: tires by their ids, with counts. */
export async function cartOf(address: string, counts: Record<string, number>): Promise<string> {
  const ids = Object.keys(counts).map((id) => ['id', id]);
  const answer = await fetch(`${address}/api/v1/products?${new URLSearchParams(ids)}`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return JSON.stringify(Object.fromEntries(items.map((tire) => [tire.id, { ...tire, count: counts[tire.id] }])));
}

/** What the browser keeps under a key, as it stands there. */
export function kept(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).sort());
}
