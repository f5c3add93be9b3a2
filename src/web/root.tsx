import cyrillic from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url';
import latin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import { type Locale, localeOfPath, locales } from '../shop/locale.ts';
import { messagesOf } from './build/messages.ts';
import { Handed, HandedRouter } from './handed.tsx';
import { FatalError } from './layout/fatal-error.tsx';
import { Shell } from './layout/shell.tsx';
import { useStoredState } from './stores/stored.ts';
import { WordsProvider } from './words.tsx';
import './styles.css';

/** What the first line of a language is written with; prices and tires' names are Latin in all of them. */
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
        <Handed id="shop" />
        <Handed id="answers" />
        <ScrollRestoration />
        <Scripts />
        <HandedRouter />
      </body>
    </html>
  );
}

/** One element for ever: it is rendered anew by what it uses, not whenever the router has something to say to its root. */
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
    <WordsProvider locale={locale} messages={messagesOf(locale)}>
      <Shell>{children}</Shell>
    </WordsProvider>
  );
}

export function ErrorBoundary() {
  return <FatalError />;
}
