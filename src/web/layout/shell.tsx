import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { hasFoundNewBuild } from '../client/build/reload.ts';
import { useOrders } from '../client/stores/stored.ts';
import { usePageContext } from '../document/page-context.tsx';
import { type PageName, pageAt, pageKey } from '../sitemap.ts';
import { focusHeading, focusHeadingIfFocusIsLost } from '../ui/focus-heading.ts';
import { useOpenLabel } from '../ui/label/open-label.ts';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLocaleCookie } from './language-selector.tsx';
import { Notifications } from './notifications.tsx';

const pagesWithFoldedFooter: readonly (PageName | null)[] = ['cart', 'order'];

export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const { isDemonstration, hasTestPayments } = usePageContext();
  useLocaleCookie();
  const { pathname } = useLocation();
  const announcedTitle = useFocusOnNavigation();
  const hasOrders = useOrders(({ orders }) => orders.length > 0);
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        {/* biome-ignore lint/a11y/useValidAnchor: without script it is a link; with script it must not replace the fragment, which is the token on pages of orders */}
        <a
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            focusHeading('#main');
          }}
          className="sr-only bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:px-4 focus:py-3"
        >
          {t('skip')}
        </a>
        {isDemonstration && (
          <p className="no-print bg-black px-4 py-1 text-center text-s text-white">{t('demonstration')}</p>
        )}
        {hasTestPayments && (
          <p className="no-print border-b border-line bg-sheet px-4 py-1 text-center text-s font-semibold text-warn">
            {t('testPayments')}
          </p>
        )}
        <Header />
        <main id="main" className="page-width grow py-6 sm:py-10">
          {children}
        </main>
        {/* Hydrated after the page. */}
        <Suspense>
          <Footer isFolded={pagesWithFoldedFooter.includes(pageAt(pathname))} />
        </Suspense>
      </div>
      {hasOrders && <DeferredPart load={footerOrders} />}
      <div className="pointer-events-none sticky bottom-0 z-10 *:pointer-events-auto">
        <CookieBanner />
        <DeferredPart load={bottomBars} />
      </div>
      <Notifications />
      <OpenedLabel />
      <p aria-live="polite" className="sr-only">
        {announcedTitle}
      </p>
    </>
  );
}

type Part = { default: ComponentType };

const bottomBars = (): Promise<Part> => import('./bottom-bars.tsx');
const footerOrders = (): Promise<Part> => import('./footer-orders.tsx');

/** A part that the first view does not show: its code is imported after it. */
function DeferredPart({ load }: { load: () => Promise<Part> }) {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => void load().then(setPart, console.warn), [load]);
  return part && <part.default />;
}

const closeLabel = () => useOpenLabel.setState({ opened: null });

function OpenedLabel() {
  const opened = useOpenLabel((store) => store.opened);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the label at every navigation
  useEffect(() => closeLabel, [key]);
  return opened && <opened.LabelDialog key={opened.tire.id} tire={opened.tire} onClose={closeLabel} />;
}

/** Moves the focus to the page's heading after a navigation. Returns the page's title for screen readers. */
function useFocusOnNavigation(): string {
  const location = useLocation();
  const [announcedTitle, setAnnouncedTitle] = useState('');
  useOnChange(pageKey(location), () => {
    focusHeading();
    setAnnouncedTitle(document.title);
  });

  // The filter or link that has changed the list keeps the focus. If it is gone or out of view, the heading of the list gets the focus.
  useOnChange(location.search, () => {
    if (hasFoundNewBuild()) {
      // The new document restores the scroll position. Rows that arrive before it opens must not shift the position.
      document.documentElement.style.overflowAnchor = 'none';
      return window.location.reload();
    }
    focusHeadingIfFocusIsLost('#result');
  });
  return announcedTitle;
}

function useOnChange(value: string, onChange: () => void): void {
  const lastValue = useRef(value);
  const handleChange = useEffectEvent(onChange);
  useEffect(() => {
    if (lastValue.current === value) return;
    lastValue.current = value;
    handleChange();
  }, [value]);
}
