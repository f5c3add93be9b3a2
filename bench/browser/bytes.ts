import type { Browser, Page } from 'playwright-core';
import { type Locale, localeIds, localizedPath } from '../../src/shop/locale.ts';
import { type Figure, rounded, type Target } from '../results/figure.ts';
import { openAndSettle, visit } from './visit.ts';

const kilobyte = 1000;

/** Compressed bytes that a page loads, without prefetching for other pages. Keys are paths. `styles`: only style sheets that block the first paint. */
type PageBytes = { html: number; styles: Map<string, number>; scripts: Map<string, number> };

/**
 * Measures the bytes of the front page in each language, its own JavaScript (files that the simplest page, faq, does not load), and
 * the JavaScript of the order page that the front page does not load.
 */
export async function bytes(browser: Browser, address: string, cart: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const language of localeIds) {
    const load = (path: string) =>
      visit(browser, { address, language, cart }, (page) => measurePage(page, localizedPath(path, language)));
    figures.push(...figuresOf(language, await load('/'), await load('/faq'), await load('/order')));
  }
  return figures;
}

function figuresOf(language: Locale, home: PageBytes, faq: PageBytes, order: PageBytes): Figure[] {
  const figure = (what: string, sent: number, target: Target, more = {}): Figure => ({
    id: `browser/${what} ${language}`,
    what: `${what}, ${language}`,
    measured: rounded(sent / kilobyte, 1),
    unit: 'kB',
    target,
    ...more,
  });
  const html = { 'HTML kB': rounded(home.html / kilobyte, 1), 'CSS kB': rounded(sum(home.styles) / kilobyte, 1) };
  return [
    figure(
      'JavaScript of the front page',
      sum(home.scripts),
      { atMost: 133 },
      { beside: { files: home.scripts.size } },
    ),
    figure('JavaScript of the front page, its own', sum(scriptsNotIn(home, faq)), { atMost: 25 }),
    figure('JavaScript of the order page, beyond the front page', sum(scriptsNotIn(order, home)), { atMost: 35 }),
    figure(
      'HTML and CSS of the first view of the front page',
      home.html + sum(home.styles),
      { atMost: 22 },
      { beside: html },
    ),
  ];
}

function sum(files: ReadonlyMap<string, number>): number {
  return files.values().reduce((total, size) => total + size, 0);
}

/** The scripts that a page loads and `other` does not. */
function scriptsNotIn({ scripts }: PageBytes, other: PageBytes): Map<string, number> {
  return new Map([...scripts].filter(([path]) => !other.scripts.has(path)));
}

async function measurePage(page: Page, path: string): Promise<PageBytes> {
  const pageBytes: PageBytes = { html: 0, styles: new Map(), scripts: new Map() };
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    const record = async () => {
      const { responseBodySize } = await request.sizes();
      if (request.resourceType() === 'document') pageBytes.html += responseBodySize;
      else if (pathname.endsWith('.css')) pageBytes.styles.set(pathname, responseBodySize);
      else if (pathname.endsWith('.js')) pageBytes.scripts.set(pathname, responseBodySize);
    };
    sizes.push(record());
  });
  // Without the manifest the page prefetches nothing for its links.
  await page.route('**/builds/**', (route) => route.abort());
  await openAndSettle(page, path);
  await Promise.all(sizes);
  const blocking = await page
    .locator('head link[rel=stylesheet]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  for (const path of pageBytes.styles.keys()) if (!blocking.includes(path)) pageBytes.styles.delete(path);
  return pageBytes;
}
