import type { Browser, Page } from 'playwright-core';
import { type Figure, rounded } from '../results/figure.ts';
import { median, spread } from '../results/statistics.ts';
import { type Profile, plainDesktop, slowPhone } from './profiles.ts';
import { visit } from './visit.ts';

const runs = 5;
const tries = 50;

/** The times of a document, in ms since its navigation started. */
type Times = { largestPaint: number; hydrated: number };

/** Measures the home page with an empty cache: until its largest paint, until React handles its controls, and whether earlier taps are seen and kept. */
export async function firstUse(browser: Browser, address: string): Promise<Figure[]> {
  return [
    ...(await startFigures(browser, address, slowPhone, { largestPaint: 700, hydrated: 1600 })),
    ...(await startFigures(browser, address, plainDesktop, { largestPaint: 200, hydrated: 400 })),
    ...(await earlyTapFigures(browser, address)),
  ];
}

async function startFigures(browser: Browser, address: string, profile: Profile, targets: Times): Promise<Figure[]> {
  const times: Times[] = [];
  for (let run = 0; run < runs; run += 1)
    times.push(await visit(browser, { address, language: 'en', profile }, openAndTime));
  const figure = (part: keyof Times, what: string): Figure => {
    const { median, max } = spread(times.map((run) => run[part]));
    return {
      id: `browser/${profile.name} ${part}`,
      what: `${profile.name}, home, empty cache: ${what}, median of ${runs}`,
      measured: rounded(median, 0),
      unit: 'ms',
      target: { atMost: targets[part] },
      beside: { 'max ms': rounded(max, 0) },
    };
  };
  return [figure('largestPaint', 'largest paint'), figure('hydrated', 'a select has React’s handlers')];
}

async function openAndTime(page: Page): Promise<Times> {
  await page.addInitScript(recordTimes);
  await page.goto('/en', { waitUntil: 'load' });
  await page.waitForFunction(() => 'hydrated' in window);
  return page.evaluate(() => {
    const { largestPaint, hydrated } = window as unknown as Times;
    return { largestPaint, hydrated };
  });
}

/** Runs in the page before its own scripts. */
function recordTimes(): void {
  const times = window as unknown as Partial<Times>;
  new PerformanceObserver((list) => {
    times.largestPaint = list.getEntries().at(-1)?.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const { port1, port2 } = new MessageChannel();
  const look = () => {
    const select = document.querySelector('main select');
    const isHydrated = select && Object.keys(select).some((key) => key.startsWith('__reactProps'));
    if (isHydrated) times.hydrated = performance.now();
    else setTimeout(() => port2.postMessage(null), 5);
  };
  port1.onmessage = look;
  look();
}

/** `seenMs`: time from the tap until a frame with the changed button; `isInCart`: whether the cart has the tire after hydration. */
type Tap = { seenMs: number; isInCart: boolean };

async function earlyTapFigures(browser: Browser, address: string): Promise<Figure[]> {
  const taps: Tap[] = [];
  for (let turn = 0; turn < tries; turn += 1)
    taps.push(await visit(browser, { address, language: 'en', profile: slowPhone }, tapFirstAdd));
  const figure = { target: { atLeast: tries }, unit: 'taps' };
  const seenMs = taps.map((tap) => tap.seenMs);
  return [
    {
      ...figure,
      id: 'browser/early tap seen',
      what: `${slowPhone.name}: taps on the first “Add” right after the first paint that change the button within 100 ms, of ${tries}`,
      measured: seenMs.filter((ms) => ms <= 100).length,
      beside: { 'median ms': rounded(median(seenMs), 0), 'max ms': rounded(Math.max(...seenMs), 0) },
    },
    {
      ...figure,
      id: 'browser/early tap in the cart',
      what: `of the same ${tries} taps: those whose tire is in the cart after hydration`,
      measured: taps.filter(({ isInCart }) => isInCart).length,
    },
  ];
}

const addButton = 'main li .button-signal';

async function tapFirstAdd(page: Page): Promise<Tap> {
  await page.addInitScript(recordTimes);
  await page.addInitScript(recordTap, addButton);
  await page.goto('/en', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.locator(addButton).first().scrollIntoViewIfNeeded();
  const box = await page.locator(addButton).first().boundingBox();
  if (!box) throw new Error('the list has no tire to add');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => 'hydrated' in window);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => ({
    seenMs: (window as unknown as { seenMs?: number }).seenMs ?? Number.POSITIVE_INFINITY,
    isInCart: Object.keys(JSON.parse(localStorage.getItem('cart') ?? '{}')).length === 1,
  }));
}

/** Runs in the page: records the ms from the tap until the frame after the first change of the button. */
function recordTap(selector: string): void {
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      const button = document.querySelector(selector);
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => Object.assign(window, { seenMs: performance.now() - timeStamp });
          port2.postMessage(null);
        });
      });
      if (button?.parentElement)
        observer.observe(button.parentElement, { attributes: true, childList: true, subtree: true });
    },
    { capture: true, once: true },
  );
}
