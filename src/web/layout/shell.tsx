import type { ReactNode } from 'react';
import { useShop } from '../shop-context.tsx';
import { LabelSheet } from '../ui/label-sheet.tsx';
import { useTranslations } from '../words.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { useFocusOnNavigation } from './focus-on-navigation.ts';
import { useFollowedLinks } from './follow-links.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLocaleCookie } from './locale-cookie.ts';
import { Notifications } from './notifications.tsx';
import { OpenedLabel } from './opened-label.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const { demonstration, testPayments } = useShop();
  useLocaleCookie();
  useFollowedLinks();
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
