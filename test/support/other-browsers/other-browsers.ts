import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startBuiltShop } from '../built-shop.ts';
import { testDatabase } from '../database/database.ts';
import { demonstration } from '../demonstration.ts';
import type { BrowserWindow, Size } from './browser-window.ts';
import { openFirefox } from './firefox.ts';
import { type Visitor, visitorAt } from './visitor.ts';
import { openWebkit } from './webkit.ts';

export const desktop: Size = { width: 1280, height: 800 };
export const phone: Size = { width: 390, height: 844 };

export type OtherBrowser = { name: string; open: (size: Size) => Promise<BrowserWindow> };

const { FIREFOX, WEBKIT_DRIVER } = process.env;

/** Firefox and WebKit, if they are installed: `npm run test:browsers` sets the variables. */
export const otherBrowsers: OtherBrowser[] = [
  ...(FIREFOX ? [{ name: 'Firefox', open: (size: Size) => openFirefox(FIREFOX, size) }] : []),
  ...(WEBKIT_DRIVER ? [{ name: 'WebKit', open: (size: Size) => openWebkit(WEBKIT_DRIVER, size) }] : []),
];

type OtherBrowserShop = {
  readonly address: string;
  /** Opens a page in a new browser without stored data, which closes after the test. */
  visit(browser: OtherBrowser, size: Size, path: string): Promise<Visitor>;
};

/** The built shop with the demonstration price list, for a test file. */
export function otherBrowserShop(): OtherBrowserShop {
  let address = '';
  const windows: BrowserWindow[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const database = await testDatabase(demonstration);
    closing.push(database.drop);
    const running = await startBuiltShop({ DATABASE_URL: database.url });
    closing.push(running.stop);
    address = running.address;
  });
  afterEach(async ({ task }) => {
    for (const window of windows.splice(0)) {
      if (task.result?.state === 'fail') await keepScreenshot(window, task.id);
      await window.close();
    }
  });
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    get address() {
      return address;
    },
    async visit({ open }, size, path) {
      const window = await open(size);
      windows.push(window);
      const visitor = visitorAt(window, address);
      await visitor.open(path);
      return visitor;
    },
  };
}

/** Keeps a screenshot of the last state of a failed test. */
async function keepScreenshot(window: BrowserWindow, test: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../../.data/other-browsers');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${test}.png`);
  await writeFile(file, await window.screenshot());
  console.error(`Screenshot of the failed test: ${file}`);
}
