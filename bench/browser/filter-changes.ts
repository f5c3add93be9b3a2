import type { Browser, Page } from 'playwright-core';
import { type Figure, rounded } from '../results/figure.ts';
import { spread } from '../results/percentile.ts';
import { openQuietly, visit } from './visit.ts';

const atLeastChanges = 100;
const seasons = ['', 'summer', 'winter_friction', 'winter_studded', 'all_season', 'winter_studdable'];

/**
 * From the `change` of a filter to the first frame with the new list, and what each asks of the API. Every list is one
 * that the visitor has not seen: all widths of one season after another.
 */
export async function filterChanges(browser: Browser, address: string): Promise<Figure[]> {
  const ms: number[] = [];
  let asked = 0;
  for (const season of seasons) {
    if (ms.length >= atLeastChanges) break;
    const found = await visit(browser, { address, language: 'en' }, (page) => throughWidths(page, season));
    ms.push(...found.ms);
    asked += found.asked;
  }
  if (ms.length < atLeastChanges) throw new Error(`the list has widths for ${ms.length} changes only`);
  const { median, p95, max } = spread(ms);
  const times = { 'median ms': rounded(median, 1), 'max ms': rounded(max, 1), changes: ms.length };
  return [
    {
      id: 'browser/filter change',
      what: 'a change of filter, until it is painted: p95',
      measured: rounded(p95, 1),
      unit: 'ms',
      target: { atMost: 60 },
      beside: times,
    },
    {
      id: 'browser/requests',
      what: 'requests to the API for a change of filter',
      measured: rounded(asked / ms.length, 3),
      unit: 'requests',
      target: { atMost: 1 },
    },
  ];
}

async function throughWidths(page: Page, season: string): Promise<{ ms: number[]; asked: number }> {
  await openQuietly(page, `/en?treadWidth=&profile=&diameter=&season=${season}`);
  const widths = await page
    .locator('select[name=treadWidth] option:not([data-unavailable])')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter(Boolean));
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked += 1;
  });
  const ms: number[] = [];
  for (const width of widths) {
    ms.push(await page.evaluate(untilPainted, { field: 'treadWidth', value: width }));
    // What one change leaves behind, its pictures, is not to be waited for by the next: nobody chooses that fast.
    await page.evaluate(settled);
  }
  return { ms, asked };
}

/** Runs in the page: its pictures are there and painted, and it has nothing left to do. */
async function settled(): Promise<void> {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  await idle();
  const inSight = [...document.images].filter((image) => {
    const { top, height } = image.getBoundingClientRect();
    return height > 0 && top < innerHeight && image.checkVisibility({ contentVisibilityAuto: true });
  });
  await Promise.all(inSight.map((image) => image.decode()));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await idle();
}

/** Runs in the page. A frame is painted before a message that was posted in its callback arrives. */
function untilPainted({ field, value }: { field: string; value: string }): Promise<number> {
  const shown = () => Array.from(document.querySelectorAll<HTMLAnchorElement>('main h3 a'), ({ href }) => href).join();
  const select = document.querySelector<HTMLSelectElement>(`select[name=${field}]`);
  const before = shown();
  return new Promise((resolve) => {
    let changedAt = Number.NaN;
    addEventListener('change', ({ timeStamp }) => (changedAt = timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (shown() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - changedAt);
        port2.postMessage(null);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    if (select) select.value = value;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
