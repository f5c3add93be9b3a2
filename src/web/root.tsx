import cyrillic from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url';
import latin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';
import { type ReactNode, useEffect, useState } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import { IntlProvider } from 'use-intl';
import { type Locale, localeOfPath, locales, localizedPath } from '../shop/locale.ts';
import { claimReload } from './client/build/reload.ts';
import { messagesOf } from './client/load-page.ts';
import { useStoredState } from './client/stores/stored.ts';
import { EarlyTaps } from './document/early-taps.tsx';
import { EmbeddedData, EmbeddedRouterData, PreloadedModules } from './document/embedded-data.tsx';
import { embedsCriticalCss, FirstStyles } from './document/first-styles.tsx';
import { apology } from './layout/apology.ts';
import { Shell } from './layout/shell.tsx';
import { localeCookiePath, pageAt } from './sitemap.ts';
import { CollectionDaysProvider } from './ui/collection-days.tsx';
import { timeZone } from './ui/locale.ts';
import './styles.css';

const fonts: Record<Locale, readonly string[]> = { ee: [latin], en: [latin], ru: [latin, cyrillic] };

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const locale = localeOfPath(pathname);
  const hasCriticalCss = embedsCriticalCss(pathname);
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17191b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {fonts[locale].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <FirstStyles withCriticalCss={hasCriticalCss} />
        {!hasCriticalCss && <Links />}
        {/* The first paint waits for `#answers`, which follows the content, because content that is painted in parts can shift. */}
        <link rel="expect" href="#answers" blocking="render" />
        {import.meta.env.SSR && <PreloadedModules />}
      </head>
      <body>
        <EarlyTaps />
        {children}
        {/* Without script, the response to this image, which has no content, stores the language in a cookie. */}
        <noscript>{import.meta.env.SSR && <img src={localeCookiePath(locale)} alt="" hidden />}</noscript>
        <EmbeddedData id="shop" />
        <EmbeddedData id="answers" />
        <ScrollRestoration />
        <Scripts />
        <EmbeddedRouterData />
        {hasCriticalCss && <Links />}
      </body>
    </html>
  );
}

/** A constant, because React would render a new element again with every update of the router. */
const shellWithPage = (
  <PageShell>
    <Outlet />
  </PageShell>
);

export default function Root() {
  return shellWithPage;
}

function PageShell({ children }: { children: ReactNode }) {
  const locale = localeOfPath(useLocation().pathname);
  useStoredState();
  return (
    <IntlProvider locale={locales[locale].intl} messages={messagesOf(locale)} timeZone={timeZone}>
      <CollectionDaysProvider>
        <Shell>{children}</Shell>
      </CollectionDaysProvider>
    </IntlProvider>
  );
}

/** Redirects to the home page after a fatal error. At a second error within 10 s, shows an apology instead. */
export function ErrorBoundary() {
  const locale = localeOfPath(useLocation().pathname);
  const [isLeaving, setLeaving] = useState(true);
  useEffect(() => {
    // Null without session storage. Then only other pages redirect, because the home page would redirect to itself forever.
    const isFirstError = claimReload('fatal error');
    const isOnHomePage = pageAt(location.pathname) === 'index';
    const mayLeave = isFirstError ?? !isOnHomePage;
    if (mayLeave) location.replace('/');
    else setLeaving(false);
  }, []);
  const [title, text, link] = apology[locale];
  if (isLeaving) return null;
  return (
    <main className="page-width grid min-h-dvh content-center gap-4">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p>{text}</p>
      <p>
        <a href={localizedPath('/', locale)} className="button">
          {link}
        </a>
      </p>
    </main>
  );
}
