import type { Browser, Page } from 'playwright-core';
import { type Locale, locales } from '../../src/shop/locale.ts';
import { type Profile, throttle } from './profiles.ts';

type Visit = { address: string; language: Locale; width?: number; profile?: Profile; cart?: string };

/** Runs `work` with the page of a new visitor, whose browser prefers `language` and stores only `cart`. Without a profile, nothing is throttled. */
export async function visit<T>(
  browser: Browser,
  { address, language, profile, width = profile?.width ?? 1280, cart }: Visit,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const localStorage = cart ? [{ name: 'cart', value: cart }] : [];
  const context = await browser.newContext({
    baseURL: address,
    locale: locales[language].intl,
    viewport: { width, height: profile?.height ?? 800 },
    ...(width < 500 && { isMobile: true, hasTouch: true }),
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  });
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    if (profile) await throttle(page, profile);
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Opens a page and waits until it is hydrated and the network is idle. */
export async function openAndSettle(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

/** A cart with four pieces of a tire, as the browser stores it. */
export async function cartWith(address: string, id: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/products?${new URLSearchParams({ id })}`);
  const { items } = (await answer.json()) as { items: object[] };
  return JSON.stringify({ [id]: { ...items[0], count: 4 } });
}
