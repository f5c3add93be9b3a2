import { localeOfPath } from '../../shop/locale.ts';
import { pageAt } from '../sitemap.ts';
import { isPreloaded, preloadForIntent, preloadPage } from './preload.ts';

/** Milliseconds that a pointer or the focus rests on a link before that counts as an intent. */
const restMs = 80;

/** Preloads what links lead to: on a sign that one is about to be followed, and, where data is not to be saved, those in view. */
export function preloadLinks(): void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const onRest = ({ target }: Event) => {
    clearTimeout(rest);
    const url = pageOf(target);
    if (url) rest = setTimeout(() => preloadForIntent(url), restMs);
  };
  document.addEventListener('pointerover', onRest, { passive: true });
  document.addEventListener('focusin', onRest);
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      clearTimeout(rest);
      const url = pageOf(target);
      if (url) preloadForIntent(url);
    },
    { passive: true },
  );
  if (!(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) preloadInView();
}

/** The page of the shop that the link around `target` opens in this tab; null when it leads elsewhere or nowhere new. */
function pageOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.origin !== location.origin || !pageAt(link.pathname)) return null;
  return link.pathname + link.search === location.pathname + location.search ? null : new URL(link.href);
}

/** Code and texts of the pages in this language whose links are in view, when the browser has nothing else to do. */
function preloadInView(): void {
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      const url = pageOf(target);
      if (url) preloadPage(url);
    }
  });
  const observe = () => {
    for (const link of document.links) {
      const url = pageOf(link);
      const wanted = url && localeOfPath(url.pathname) === localeOfPath(location.pathname);
      if (wanted && !isPreloaded(url.pathname)) inView.observe(link);
    }
  };
  let due = false;
  const observeWhenIdle = () => {
    if (due) return;
    due = true;
    whenIdle(() => {
      due = false;
      observe();
    });
  };
  const changes = { childList: true, subtree: true, attributeFilter: ['href'] };
  new MutationObserver(observeWhenIdle).observe(document.body, changes);
  observeWhenIdle();
}

/** Not every browser has requestIdleCallback. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, 200);
}
