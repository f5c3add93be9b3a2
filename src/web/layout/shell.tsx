import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { usePageContext } from '../document/page-context.tsx';
import { pageKey } from '../sitemap.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { arrowUp, Icon } from '../ui/icons.tsx';
import { LabelSheet, useOpenLabel } from '../ui/label/label-link.tsx';
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
      <LabelSheet />
      <a href="#main" className="sr-only bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:z-10">
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every navigation
  useEffect(() => closeLabel, [key]);
  return opened && <opened.LabelDialog key={opened.tire.id} tire={opened.tire} onClose={closeLabel} />;
}

/** After a navigation in the browser: moves the focus to the page's heading and returns its title, to be announced. */
function useFocusOnNavigation(): string {
  const location = useLocation();
  const page = pageKey(location);
  const shown = useRef(page);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focusHeading();
    setAnnounced(document.title);
  }, [page]);

  // After a change of the list a filter keeps the focus; from a link that is gone or hidden it moves to the result.
  const { search } = location;
  const listed = useRef(search);
  useEffect(() => {
    if (listed.current === search) return;
    listed.current = search;
    if (focusIsLost()) focusHeading('#result');
  }, [search]);
  return announced;
}

function focusIsLost(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return true;
  const { top, bottom } = focused.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
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
      aria-label={t('toTop')}
      className="to-top no-print absolute end-4 bottom-full mb-4 grid size-12 place-items-center rounded-full border border-edge bg-sheet hover:border-ink"
      onClick={() => {
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
        focusHeading();
      }}
    >
      <Icon shape={arrowUp} size={22} />
    </button>
  );
}

function followScroll(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true });
  return () => removeEventListener('scroll', changed);
}
