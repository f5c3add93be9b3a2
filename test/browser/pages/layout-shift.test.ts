import { expect, test } from 'vitest';
import { browserShop, cartOf, waitForHydration } from '../../support/browser/browser.ts';

const shop = browserShop();

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
