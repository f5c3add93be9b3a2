import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, cartOf, eventually, open, waitForHydration } from '../support/browser/browser.ts';
import { elements } from '../support/html.ts';

const shop = browserShop();

/** Opens the list and holds back its requests that match, until the returned function is called. */
async function openWithout(page: Page, requests: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(requests, (route) => released.then(() => route.continue()));
  await page.goto('/en?season=summer', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.locator('footer').waitFor();
  return release;
}

/** Place, colours and font of every element in the first view. */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*:not(script, dialog *, option)')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().top < innerHeight)
      .map((element) => {
        const { x, y, width, bottom } = element.getBoundingClientRect();
        // Rows below the first view have estimated heights until they are laid out.
        const end = Math.min(bottom, innerHeight);
        const { color, backgroundColor, borderTopColor, fontSize, fontWeight } = getComputedStyle(element);
        const look = [color, backgroundColor, borderTopColor, fontSize, fontWeight, element.className];
        return [element.tagName, ...[x, y, width, end].map(Math.round), ...look].join(' ');
      }),
  );

describe('the list', () => {
  const widths = [360, 768, 1280, 1920];

  test('looks the same before and after its style sheet, at every width', async () => {
    const page = await shop.visit({ language: 'en' });
    await page.route('**/assets/*.js', (route) => route.abort());
    shop.allowErrors(/ERR_FAILED|dynamically imported module/);
    const release = await openWithout(page, '**/assets/*.css');
    const looksAtWidths = async () => {
      const looks: { width: number; elements: string[] }[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        looks.push({ width, elements: await looksOf(page) });
      }
      return looks;
    };
    const before = await looksAtWidths();
    for (const { elements } of before) expect(elements.length).toBeGreaterThan(60);
    release();
    await eventually(() => page.evaluate(() => document.styleSheets.length)).toBe(2);
    expect(await looksAtWidths()).toEqual(before);
  });

  test('is hydrated before its style sheet has loaded', async () => {
    const page = await shop.visit({ language: 'en' });
    const release = await openWithout(page, '**/assets/*.css');
    await waitForHydration(page);
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
    release();
  });
});

test('the list, the pages of a tire and of questions, and the cart preload their view and their language', async () => {
  shop.allowErrors(/404/);
  const page = await shop.visit();
  for (const path of ['/', '/en/product?id=none', '/ru/cart', '/faq']) {
    await open(page, path);
    // Of the document itself, because its scripts add such links.
    const links = elements(await (await fetch(shop.address + path)).text(), 'link');
    const preloaded = links.filter(({ rel }) => rel === 'modulepreload').map(({ href = '' }) => href);
    const requested = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const requestedLater = requested.filter((file) => file.endsWith('.js') && !preloaded.includes(file));
    const partsAfterHydration = /bottom-bars|cart-obstacle|notification-card|about-shop|fitting-choices|size-facts/;
    const messages = /\/assets\/(?:ee|en|ru)-/;
    expect(
      preloaded.filter((url) => messages.test(url)),
      path,
    ).toHaveLength(1);
    const ownMessages = path === '/faq' ? /^$/ : messages;
    const late = requestedLater.filter((file) => !partsAfterHydration.test(file) && !ownMessages.test(file));
    expect(late, path).toEqual([]);
  }
});

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** Runs in the page: records layout shifts without user input in the global variable `layoutShifts`. */
function recordLayoutShifts(): void {
  const layoutShifts: string[] = [];
  Object.assign(globalThis, { layoutShifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const elements = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : `${node}`));
      if (!hadRecentInput) layoutShifts.push(`${value}: ${elements.join()}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function fiveTireIds(): Promise<string[]> {
  const answer = await fetch(`${shop.address}/api/v1/products?season=winter_friction&limit=5`);
  return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
}

test.each([360, 768, 1280])('no element shifts while a page loads, hydrates and scrolls, at %i px', async (width) => {
  const ids = await fiveTireIds();
  const storage = { cart: await cartOf(shop.address, Object.fromEntries(ids.map((id) => [id, 4]))) };
  for (const path of ['/ru', `/en/product?id=${ids[0]}`, '/en/cart', '/en/faq']) {
    const page = await shop.visit({ language: 'en', viewport: { width, height: 800 }, storage });
    await page.addInitScript(recordLayoutShifts);
    await page.goto(path);
    await waitForHydration(page);
    for (let screen = 0; screen < 4; screen += 1) await page.mouse.wheel(0, 700);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (globalThis as unknown as { layoutShifts: string[] }).layoutShifts), path).toEqual(
      [],
    );
    await page.close();
  }
});

test('a font that loads after the first paint shifts no element', async () => {
  const [id] = await fiveTireIds();
  const page = await shop.visit({ language: 'en', viewport: { width: 360, height: 800 } });
  await page.addInitScript(recordLayoutShifts);
  const hydration = Promise.withResolvers<void>();
  await page.route('**/*.woff2', (route) => hydration.promise.then(() => route.continue()));
  const fontRead = page.waitForResponse('**/*.woff2').then((response) => response.finished());
  await page.goto(`/en/product?id=${id}`, { waitUntil: 'commit' });
  await waitForHydration(page);
  hydration.resolve();
  await fontRead;
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  expect(await page.evaluate(() => (globalThis as unknown as { layoutShifts: string[] }).layoutShifts)).toEqual([]);
});
