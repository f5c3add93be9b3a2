import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { localeOfPath } from '../shop/locale.ts';
import { reloadInto } from './client/build/reload.ts';
import { loadMessages, loadView } from './client/load-page.ts';
import { browserQueries } from './client/queries.ts';
import { reportErrors } from './client/report-errors.ts';
import { embeddedPageContext, PageContextProvider } from './document/page-context.tsx';
import { pageAt } from './sitemap.ts';

/** Hydrates the document; called by its script (entry.server.tsx), not on import: other chunks may hold this code. */
export function start(): void {
  reportErrors(embeddedPageContext().apiBase);
  const { pathname } = location;
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  Promise.all([loadView(page), loadMessages(locale, page)])
    .then(([, worded]) => {
      // Without messages the document stays as it is: readable, with working links and filters.
      if (!worded) return;
      startTransition(() => {
        hydrateRoot(
          document,
          <StrictMode>
            <PageContextProvider value={embeddedPageContext()}>
              <QueryClientProvider client={browserQueries()}>
                <HydratedRouter useTransitions={false} />
              </QueryClientProvider>
            </PageContextProvider>
          </StrictMode>,
        );
      });
      startAfterLoad();
    })
    // A failed chunk is fetched with a new document, once.
    .catch((error: unknown) => reloadInto(new URL(location.href), error))
    .catch(console.error);
}

// In development the router's own script tags run this file last.
if (import.meta.env.DEV) start();

const delayMs = 1000;

/** Loads the code of the build's life 1 s after load: it is not part of the first view. */
function startAfterLoad(): void {
  const start = () =>
    setTimeout(() => {
      import('./client/build/build-life.ts').then(({ startBuildLife }) => startBuildLife()).catch(console.warn);
    }, delayMs);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
