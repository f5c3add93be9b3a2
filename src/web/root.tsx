import cyrillic from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url';
import latin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import { IntlProvider } from 'use-intl';
import { type Locale, localeOfPath, locales } from '../shop/locale.ts';
import { messagesOf } from './client/load-page.ts';
import { useStoredState } from './client/stores/stored.ts';
import { EmbeddedData, EmbeddedRouterData } from './document/embedded-data.tsx';
import { FatalError } from './layout/fatal-error.tsx';
import { Shell } from './layout/shell.tsx';
import { timeZone } from './ui/locale.ts';
import './styles.css';

/** Fonts to preload; prices and tire names are Latin in every language. */
const fonts: Record<Locale, readonly string[]> = { ee: [latin], en: [latin], ru: [latin, cyrillic] };

export function Layout({ children }: { children: ReactNode }) {
  const locale = localeOfPath(useLocation().pathname);
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
        <Links />
      </head>
      <body>
        {children}
        <EmbeddedData id="shop" />
        <EmbeddedData id="answers" />
        <ScrollRestoration />
        <Scripts />
        <EmbeddedRouterData />
      </body>
    </html>
  );
}

/** A constant element: it re-renders only because of what it uses, not with every router update. */
const everyPage = (
  <Surroundings>
    <Outlet />
  </Surroundings>
);

export default function Root() {
  return everyPage;
}

function Surroundings({ children }: { children: ReactNode }) {
  const locale = localeOfPath(useLocation().pathname);
  useStoredState();
  return (
    <IntlProvider locale={locales[locale].region} messages={messagesOf(locale)} timeZone={timeZone}>
      <Shell>{children}</Shell>
    </IntlProvider>
  );
}

export function ErrorBoundary() {
  return <FatalError />;
}
