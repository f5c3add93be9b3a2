import { localeOfPath } from '../../../shop/locale.ts';
import { embeddedPageContext } from '../../document/page-context.tsx';
import { pageAt } from '../../sitemap.ts';
import { timeLimit } from '../api-client.ts';
import { loadMessages, loadTexts, loadView, prefetchData } from '../load-page.ts';
import { newBuildFound } from './reload.ts';

/** A pointer or the focus that rests on a link for so long is an intent. */
const restMs = 80;

/** Preloads the pages of links: when the pointer or focus rests on one, and those in view unless the visitor saves data. */
export function preloadLinks(): void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const onRest = ({ target }: Event) => {
    clearTimeout(rest);
    const url = pageOf(target);
    if (url) rest = setTimeout(() => preloadForIntent(url), restMs);
  };
  document.addEventListener('pointerover', onRest, { passive: true });
  document.addEventListener('focusin', onRest);
  const onPress = ({ target }: Event) => {
    clearTimeout(rest);
    const url = pageOf(target);
    if (url) preloadForIntent(url);
  };
  document.addEventListener('pointerdown', onPress, { passive: true });
  if (!(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) preloadInView();
}

/** The URL of a link's page; null when it is no other page of the shop. */
function pageOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.origin !== location.origin || !pageAt(link.pathname)) return null;
  return link.pathname + link.search === location.pathname + location.search ? null : new URL(link.href);
}

/** Only links in this language, while the browser is idle. */
function preloadInView(): void {
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      const url = pageOf(target);
      if (url) preloadPage(url);
    }
  });
  let due = false;
  const observeWhenIdle = () => {
    if (due) return;
    due = true;
    whenIdle(() => {
      due = false;
      for (const link of document.links) {
        const url = pageOf(link);
        const isSameLanguage = url && localeOfPath(url.pathname) === localeOfPath(location.pathname);
        if (isSameLanguage && !preloaded.has(url.pathname)) inView.observe(link);
      }
    });
  };
  const changes = { childList: true, subtree: true, attributeFilter: ['href'] };
  new MutationObserver(observeWhenIdle).observe(document.body, changes);
  observeWhenIdle();
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, 200);
}

const maxAtOnce = 5;

const waiting: (() => Promise<unknown>)[] = [];
let running = 0;

/** Paths that are loaded or loading, this document's own among them. */
const preloaded = new Set([location.pathname]);

function preloadPage(url: URL): void {
  if (preloaded.has(url.pathname)) return;
  preloaded.add(url.pathname);
  waiting.push(() => loadParts(url));
  runWaiting();
}

/** Ahead of the queue, and with the data. */
function preloadForIntent(url: URL): void {
  preloaded.add(url.pathname);
  waiting.unshift(() => Promise.all([loadParts(url, { inAnyLanguage: true }), prefetchData(url, new Date())]));
  runWaiting();
}

/** Loads view and texts. Never rejects: what fails may be preloaded again. */
async function loadParts({ pathname }: URL, { inAnyLanguage = false } = {}): Promise<void> {
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  try {
    await Promise.all([
      loadView(page),
      // Messages of another language only when its link is pointed at.
      (inAnyLanguage || locale === localeOfPath(location.pathname)) && loadMessages(locale, page),
      isPrerendered(pathname) && loadTexts(page, pathname, embeddedPageContext().buildId),
    ]);
  } catch {
    preloaded.delete(pathname);
  }
}

function runWaiting(): void {
  while (running < maxAtOnce) {
    const preload = waiting.shift();
    if (!preload) return;
    running += 1;
    void (newBuildFound() ? Promise.resolve() : preload()).finally(() => {
      running -= 1;
      runWaiting();
    });
  }
}

type Manifest = { matcher: { static: Record<string, { prerender?: boolean }> } };

let manifest: Manifest | null = null;

/** A failure is only logged: then no texts are preloaded. */
export async function loadManifest(buildId: string): Promise<void> {
  try {
    const answer = await fetch(`/builds/meta/${buildId}.json`, { signal: timeLimit(5000) });
    if (!answer.ok) throw new Error(`manifest: ${answer.status}`);
    manifest = (await answer.json()) as Manifest;
  } catch (error) {
    console.warn('The manifest of the build could not be loaded', error);
  }
}

function isPrerendered(pathname: string): boolean {
  return manifest?.matcher.static[pathname]?.prerender ?? false;
}
