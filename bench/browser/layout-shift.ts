import type { Browser, Page } from 'playwright-core';
import { type Figure, rounded } from '../results/figure.ts';
import { openAndSettle, visit } from './visit.ts';

const widths = [360, 768, 1280];

type Fixture = { id: string; cart: string };

/** Measures the cumulative layout shift of pages while they load and are scrolled to the end, with and without a cart. */
export async function layoutShifts(browser: Browser, address: string, { id, cart }: Fixture): Promise<Figure[]> {
  const pages = { home: '/en', product: `/en/product?id=${id}`, cart: '/en/cart' };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const shifts: Record<string, number> = {};
    for (const width of widths) {
      for (const stored of [undefined, cart]) {
        const visitor = { address, language: 'en', width, cart: stored } as const;
        const shift = await visit(browser, visitor, (page) => shiftOf(page, path));
        shifts[`${width} px${stored ? ' with a cart' : ''}`] = rounded(shift, 4);
      }
    }
    figures.push({
      id: `browser/shift ${name}`,
      what: `layout shift: ${name}, maximum of three widths, with and without a cart`,
      measured: Math.max(...Object.values(shifts)),
      unit: 'CLS',
      target: { atMost: 0 },
      beside: shifts,
    });
  }
  return figures;
}

async function shiftOf(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const store = window as unknown as { shift: number };
    store.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[])
        if (!entry.hadRecentInput) store.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openAndSettle(page, path);
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
  await page.waitForFunction(() =>
    Array.from(document.images).every((image) => image.complete || !image.checkVisibility()),
  );
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise((idle) => requestIdleCallback(idle));
    return (window as unknown as { shift: number }).shift;
  });
}
