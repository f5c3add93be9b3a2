import { defaultSeason } from '../../shop/catalog/season.ts';
import { localeOfPath } from '../../shop/locale.ts';
import { loadPage } from '../page-modules.ts';
import { browserQueries, prefetchPage } from '../queries.ts';
import { shopFromDocument } from '../shop-context.tsx';
import { pageAt } from '../sitemap.ts';
import { isPrerendered } from './manifest.ts';
import { loadMessages } from './messages.ts';
import { newBuildFound } from './new-build.ts';
import { loadPageTexts } from './payload.ts';

const mostAtOnce = 5;

const waiting: (() => Promise<unknown>)[] = [];
let running = 0;

/** Paths whose code and texts are there or on their way: this document's own came with it. */
const preloaded = new Set([location.pathname]);

export function isPreloaded(pathname: string): boolean {
  return preloaded.has(pathname);
}

/** Code and texts of a page that somebody may open. A failure is nobody's business: opening the page tries again. */
export function preloadPage(url: URL): void {
  if (preloaded.has(url.pathname)) return;
  preloaded.add(url.pathname);
  waiting.push(() => loadParts(url));
  runWaiting();
}

/** The same and its data, in whatever language, for a page that somebody is about to open; before all that is still waiting. */
export function preloadForIntent(url: URL): void {
  preloaded.add(url.pathname);
  waiting.unshift(() =>
    Promise.all([
      loadParts(url, { inAnyLanguage: true }),
      prefetchPage(browserQueries(), pageAt(url.pathname), url, defaultSeason(new Date())),
    ]),
  );
  runWaiting();
}

/** Never rejects: what fails may be preloaded again. */
async function loadParts({ pathname }: URL, { inAnyLanguage = false } = {}): Promise<void> {
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  try {
    await Promise.all([
      loadPage(page),
      // Another language's words are worth their bytes only to who asks for them.
      (inAnyLanguage || locale === localeOfPath(location.pathname)) && loadMessages(locale, page),
      isPrerendered(pathname) && loadPageTexts(page, pathname, shopFromDocument().buildId),
    ]);
  } catch {
    preloaded.delete(pathname);
  }
}

function runWaiting(): void {
  while (running < mostAtOnce) {
    const preload = waiting.shift();
    if (!preload) return;
    running += 1;
    // A newer build has other files: what this one preloads now would be for nothing.
    void (newBuildFound() ? Promise.resolve() : preload()).finally(() => {
      running -= 1;
      runWaiting();
    });
  }
}
