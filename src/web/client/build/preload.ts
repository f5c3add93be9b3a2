import { localeOfPath } from '../../../shop/locale.ts';
import { embeddedPageContext } from '../../document/page-context.tsx';
import { pageAt } from '../../sitemap.ts';
import { timeLimit } from '../api-client.ts';
import { loadLongTexts, loadMessages, loadView, prefetchData } from '../load-page.ts';
import { hasFoundNewBuild } from './reload.ts';

/** A visitor whose pointer or focus rests on a link for this time will probably open it. */
const hoverDelayMs = 80;

/** Preloads the pages of links under pointer or focus and, unless the browser saves data, of links in view. */
export function preloadLinks(): void {
  let hoverTimer: ReturnType<typeof setTimeout> | undefined;
  const onHoverOrFocus = ({ target }: Event) => {
    clearTimeout(hoverTimer);
    const url = pageUrlOf(target);
    if (url) hoverTimer = setTimeout(() => preloadForIntent(url), hoverDelayMs);
  };
  document.addEventListener('pointerover', onHoverOrFocus, { passive: true });
  document.addEventListener('focusin', onHoverOrFocus);
  const onPress = ({ target }: Event) => {
    clearTimeout(hoverTimer);
    const url = pageUrlOf(target);
    if (url) preloadForIntent(url);
  };
  document.addEventListener('pointerdown', onPress, { passive: true });
  if (!(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) preloadInView();
}

/** Null unless the target is in a link that opens another page of the shop in this tab. */
function pageUrlOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.origin !== location.origin || !pageAt(link.pathname)) return null;
  const isThisPage = link.pathname + link.search === location.pathname + location.search;
  return isThisPage ? null : new URL(link.href);
}

function preloadInView(): void {
  const viewObserver = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      viewObserver.unobserve(target);
      const url = pageUrlOf(target);
      if (url) preloadPage(url);
    }
  });
  let isScheduled = false;
  const observeWhenIdle = () => {
    if (isScheduled) return;
    isScheduled = true;
    whenIdle(() => {
      isScheduled = false;
      for (const link of document.links) {
        const url = pageUrlOf(link);
        const isSameLanguage = url && localeOfPath(url.pathname) === localeOfPath(location.pathname);
        if (isSameLanguage && !preloaded.has(url.pathname)) viewObserver.observe(link);
      }
    });
  };
  const changes = { childList: true, subtree: true, attributeFilter: ['href'] };
  new MutationObserver(observeWhenIdle).observe(document.body, changes);
  observeWhenIdle();
}

function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback);
  else setTimeout(callback, 200);
}

const maxRunningPreloads = 5;

const waitingPreloads: (() => Promise<unknown>)[] = [];
let runningPreloads = 0;

const preloaded = new Set([location.pathname]);

function preloadPage(url: URL): void {
  if (preloaded.has(url.pathname)) return;
  preloaded.add(url.pathname);
  waitingPreloads.push(() => loadParts(url));
  startWaitingPreloads();
}

/** Preloads a page and its data before all waiting pages, and its messages even if they are in another language. */
function preloadForIntent(url: URL): void {
  preloaded.add(url.pathname);
  waitingPreloads.unshift(() => Promise.all([loadParts(url, { inAnyLanguage: true }), prefetchData(url, new Date())]));
  startWaitingPreloads();
}

/** Never rejects; after a failure the page may be preloaded again. */
async function loadParts({ pathname }: URL, { inAnyLanguage = false } = {}): Promise<void> {
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  try {
    await Promise.all([
      loadView(page),
      // Messages of another language are large, so they are loaded only for a link that will probably be opened.
      (inAnyLanguage || locale === localeOfPath(location.pathname)) && loadMessages(locale, page),
      isPrerendered(pathname) && loadLongTexts(page, pathname, embeddedPageContext().buildId),
    ]);
  } catch {
    preloaded.delete(pathname);
  }
}

function startWaitingPreloads(): void {
  while (runningPreloads < maxRunningPreloads) {
    const preload = waitingPreloads.shift();
    if (!preload) return;
    runningPreloads += 1;
    // After a new build every link opens a new document, so nothing is preloaded.
    const finished = hasFoundNewBuild() ? Promise.resolve() : preload();
    void finished.finally(() => {
      runningPreloads -= 1;
      startWaitingPreloads();
    });
  }
}

type Manifest = { matcher: { static: Record<string, { prerender?: boolean }> } };

let manifest: Manifest | null = null;

export async function loadManifest(buildId: string): Promise<void> {
  try {
    const response = await fetch(`/builds/meta/${buildId}.json`, { signal: timeLimit(5000) });
    if (!response.ok) throw new Error(`manifest: ${response.status}`);
    manifest = (await response.json()) as Manifest;
  } catch (error) {
    console.warn('The manifest of the build could not be loaded', error);
  }
}

function isPrerendered(pathname: string): boolean {
  return manifest?.matcher.static[pathname]?.prerender ?? false;
}
