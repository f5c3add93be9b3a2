import latin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router';
import { IntlProvider } from 'use-intl';
import { localeOfPath, locales } from '../shop/locale.ts';
import { messagesOf } from './build/messages.ts';
import { FatalError } from './layout/fatal-error.tsx';
import { Shell } from './layout/shell.tsx';
import { loadedPage } from './page-modules.ts';
import { browserQueries, newQueryClient } from './queries.ts';
import { shopElementId, useShop } from './shop-context.tsx';
import { useStoredState } from './stores/stored.ts';
import './styles.css';

export function Layout({ children }: { children: ReactNode }) {
  const shop = useShop();
  return (
    <html lang={locales[localeOfPath(useLocation().pathname)].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17191b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href={latin} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Links />
      </head>
      <body>
        {children}
        <script
          type="application/json"
          id={shopElementId}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, and `<` is escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(shop).replaceAll('<', '\\u003c') }}
        />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <Surroundings>
      <Outlet />
    </Surroundings>
  );
}

function Surroundings({ children }: { children: ReactNode }) {
  const locale = localeOfPath(useLocation().pathname);
  const [queries] = useState(() => (typeof window === 'undefined' ? newQueryClient() : browserQueries()));
  useStoredState();
  return (
    <IntlProvider locale={locales[locale].region} messages={messagesOf(locale)} timeZone="Europe/Tallinn">
      <QueryClientProvider client={queries}>
        <Shell>{children}</Shell>
      </QueryClientProvider>
    </IntlProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // No route at all, not even the last: the router's pattern for any path leaves out those with a line break in them.
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FatalError />;
  const NotFound = loadedPage(null);
  return (
    <Surroundings>
      <NotFound />
    </Surroundings>
  );
}
