import type { Browser, BrowserContext } from 'playwright-core';
import { openChromium } from '../../test/support/browser/chromium.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { fillWithOrders, type RunningDesk, startDeskOn } from './running-desk.ts';

const visits = 9;

/** A tablet on the Wi-Fi of a branch. */
const tablet = { width: 1024, height: 768 };
const cpuSlowdown = 4;
const network = { latency: 20, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, offline: false };

type Paint = { first: number; rows: number; largest: number };

/** Measures the time from a signed-in navigation until the screen Today is painted, on 50,000 orders, with an empty browser cache and with a filled one. */
export const deskPaint: Section = async () =>
  onTemporaryDatabase(async (url) => {
    await fillWithOrders(url);
    await using desk = await startDeskOn(url);
    await using chromium = await openChromium();
    const cold: Paint[] = [];
    const warm: Paint[] = [];
    for (let visit = 0; visit <= visits; visit += 1) {
      const context = await signedIn(chromium, desk);
      const [first, second] = [await paintOf(context), await paintOf(context)];
      await context.close();
      // The first visit also starts the browser's processes and the server's code.
      if (visit === 0) continue;
      cold.push(first);
      warm.push(second);
    }
    return [...paintFigures('empty cache', cold, { atMost: 500 }), ...paintFigures('filled cache', warm)];
  });

async function signedIn(chromium: Browser, { address, session }: RunningDesk): Promise<BrowserContext> {
  const context = await chromium.newContext({ viewport: tablet, baseURL: address });
  // A secure cookie can only be set for an https URL; on localhost the browser also sends it over http.
  const url = address.replace('http:', 'https:');
  await context.addCookies([{ ...session, url, secure: true, httpOnly: true, sameSite: 'Strict' }]);
  return context;
}

async function paintOf(context: BrowserContext): Promise<Paint> {
  const page = await context.newPage();
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(watchRows);
    await page.goto('/');
    return await page.evaluate(readPaint);
  } finally {
    await page.close();
  }
}

declare global {
  var rowsPaintedAt: Promise<number>;
}

/** Runs in the page before its scripts: notes when the first rows of the screen are painted. */
function watchRows(): void {
  globalThis.rowsPaintedAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('main li').length < 5) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

/** Runs in the page: milliseconds since the navigation began. */
async function readPaint(): Promise<Paint> {
  const rows = await globalThis.rowsPaintedAt;
  const largest = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  const [first] = performance.getEntriesByName('first-contentful-paint');
  return { first: first?.startTime ?? Number.NaN, rows, largest };
}

function paintFigures(cache: string, paints: readonly Paint[], target?: { atMost: number }): Figure[] {
  const spreadOf = (name: keyof Paint) => spread(paints.map((paint) => paint[name]));
  const figure = (id: keyof Paint, what: string): Figure => ({
    id: `desk-paint/${id}, ${cache}`,
    what: `${what}, ${cache}: median of ${visits}`,
    measured: rounded(spreadOf(id).median, 0),
    unit: 'ms',
    beside: { 'max ms': rounded(spreadOf(id).max, 0) },
  });
  const first = figure('first', 'first contentful paint');
  return [
    { ...first, ...(target && { target }) },
    figure('rows', 'rows of Today painted'),
    figure('largest', 'largest contentful paint'),
  ];
}
