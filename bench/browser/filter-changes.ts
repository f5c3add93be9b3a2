import type { Browser, Page } from 'playwright-core';
import { type Figure, rounded } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { type Profile, slowPhone } from './profiles.ts';
import { openAndSettle, visit } from './visit.ts';

const minChangesOf = (profile: Profile) => (profile === slowPhone ? 40 : 100);
const maxMsOf = (profile: Profile) => (profile === slowPhone ? 250 : 60);
const seasons = ['', 'summer', 'winter_friction', 'winter_studded', 'all_season', 'winter_studdable'];

/**
 * Measures the time from the `change` event of a filter to the first frame with the new list, and counts requests to the API. A
 * visitor chooses all widths of one season in turn, so that each list is new.
 */
export async function filterChanges(browser: Browser, address: string, profile: Profile): Promise<Figure[]> {
  const minChanges = minChangesOf(profile);
  const ms: number[] = [];
  let requests = 0;
  for (const season of seasons) {
    if (ms.length >= minChanges) break;
    const measured = await visit(browser, { address, language: 'en', profile }, (page) =>
      chooseEachWidth(page, season),
    );
    ms.push(...measured.ms);
    requests += measured.requests;
  }
  if (ms.length < minChanges) throw new Error(`the list has widths for only ${ms.length} changes`);
  const { median, p95, max } = spread(ms);
  const times = { 'median ms': rounded(median, 1), 'max ms': rounded(max, 1), changes: ms.length };
  return [
    {
      id: `browser/filter change ${profile.name}`,
      what: `${profile.name}: time from a change of filter until the list is painted, p95`,
      measured: rounded(p95, 1),
      unit: 'ms',
      target: { atMost: maxMsOf(profile) },
      beside: times,
    },
    {
      id: `browser/requests ${profile.name}`,
      what: `${profile.name}: API requests for a change of filter`,
      measured: rounded(requests / ms.length, 3),
      unit: 'requests',
      target: { atMost: 1 },
    },
  ];
}

async function chooseEachWidth(page: Page, season: string): Promise<{ ms: number[]; requests: number }> {
  await openAndSettle(page, `/en?treadWidth=&profile=&diameter=&season=${season}`);
  const widths = await page
    .locator('select[name=treadWidth] option:not([data-unavailable])')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter(Boolean));
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests += 1;
  });
  const ms: number[] = [];
  for (const width of widths) {
    ms.push(await page.evaluate(timeUntilPainted, { field: 'treadWidth', value: width }));
    // Waits until the images of this list are shown, so that they do not delay the next change: visitors pause longer.
    await page.evaluate(waitUntilSettled);
  }
  return { ms, requests };
}

/** Runs in the page: waits until its pictures are painted and it is idle. */
async function waitUntilSettled(): Promise<void> {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  await idle();
  const visibleImages = [...document.images].filter((image) => {
    const { top, height } = image.getBoundingClientRect();
    return height > 0 && top < innerHeight && image.checkVisibility({ contentVisibilityAuto: true });
  });
  await Promise.all(visibleImages.map((image) => image.decode()));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await idle();
}

/**
 * Runs in the page: chooses the value and returns the ms from the `change` event until the new list is painted. A message posted in
 * an animation frame arrives after that frame is painted.
 */
function timeUntilPainted({ field, value }: { field: string; value: string }): Promise<number> {
  const listedTires = () =>
    Array.from(document.querySelectorAll<HTMLAnchorElement>('main h3 a'), ({ href }) => href).join();
  const select = document.querySelector<HTMLSelectElement>(`select[name=${field}]`);
  const before = listedTires();
  return new Promise((resolve) => {
    let changedAt = Number.NaN;
    addEventListener('change', ({ timeStamp }) => (changedAt = timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (listedTires() === before) return;
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
