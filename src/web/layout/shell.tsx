import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { newBuildFound } from '../client/build/reload.ts';
import { usePageContext } from '../document/page-context.tsx';
import { pageKey } from '../sitemap.ts';
import { focusHeading, restoreFocus } from '../ui/focus-heading.ts';
import { arrowUp, Icon } from '../ui/icons.tsx';
import { LabelSymbols, useOpenLabel } from '../ui/label/label-link.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLocaleCookie } from './language-selector.tsx';
import { Notifications } from './notifications.tsx';

export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const { demonstration, testPayments } = usePageContext();
  useLocaleCookie();
  const announced = useFocusOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <LabelSymbols />
      <a
        href="#main"
        className="sr-only bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:px-4 focus:py-3"
      >
        {t('skip')}
      </a>
      {demonstration && <p className="no-print bg-ink px-4 py-1 text-center text-s text-paper">{t('demonstration')}</p>}
      {testPayments && (
        <p className="no-print bg-signal px-4 py-1 text-center text-s font-semibold text-on-signal">
          {t('testPayments')}
        </p>
      )}
      <Header />
      <main id="main" className="page-width grow py-6 sm:py-10">
        {children}
      </main>
      <Footer />
      <div className="sticky bottom-0 z-10">
        <ScrollToTop />
        <CookieBanner />
      </div>
      <Notifications />
      <OpenedLabel />
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

const closeLabel = () => useOpenLabel.setState({ opened: null });

function OpenedLabel() {
  const opened = useOpenLabel((store) => store.opened);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the label at every navigation
  useEffect(() => closeLabel, [key]);
  return opened && <opened.LabelDialog key={opened.tire.id} tire={opened.tire} onClose={closeLabel} />;
}

/** Moves the focus to the page's heading after a navigation in the browser. Returns the page's title for screen readers. */
function useFocusOnNavigation(): string {
  const location = useLocation();
  const page = pageKey(location);
  const lastPage = useRef(page);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    focusHeading();
    setAnnounced(document.title);
  }, [page]);

  // After a change of the list, a filter keeps the focus. If the focused link is gone or out of view, the result gets it.
  const { search } = location;
  const lastSearch = useRef(search);
  useEffect(() => {
    if (lastSearch.current === search) return;
    lastSearch.current = search;
    if (newBuildFound()) {
      // The new document restores the scroll position of this one, which rows that still arrive here must not change.
      document.documentElement.style.overflowAnchor = 'none';
      return window.location.reload();
    }
    restoreFocus('#result');
  }, [search]);
  return announced;
}

/** In pixels (specification, section 9). */
const toTopThreshold = 400;

function ScrollToTop() {
  const t = useTranslations('shell');
  const scrolled = useSyncExternalStore(
    followScroll,
    () => scrollY > toTopThreshold,
    () => false,
  );
  if (!scrolled) return null;
  return (
    <button
      type="button"
      // A line of its own where there is no margin beside the page: it covers neither prices nor buttons.
      className="to-top no-print absolute bottom-full flex min-h-11 w-full items-center justify-center gap-2 border-t border-line bg-paper text-s -outline-offset-4 xl:end-[max(0.25rem,calc(50vw-40rem))] xl:mb-4 xl:w-11 xl:rounded-full xl:border xl:border-edge xl:bg-sheet xl:hover:border-ink"
      onClick={() => {
        const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
        focusHeading();
      }}
    >
      <Icon shape={arrowUp} size={20} />
      <span className="xl:sr-only">{t('toTop')}</span>
    </button>
  );
}

function followScroll(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true });
  return () => removeEventListener('scroll', changed);
}
