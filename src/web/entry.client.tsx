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

function start(): void {
  reportErrors(embeddedPageContext().apiBase);
  const { pathname } = location;
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  Promise.all([loadView(page), loadMessages(locale, page)])
    .then(([, areMessagesLoaded]) => {
      // Without messages in its language the document is not hydrated. Its text, links and filters work anyway.
      if (!areMessagesLoaded) return;
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
    // If a chunk fails to load, the document is loaded again, once.
    .catch((error: unknown) => reloadInto(new URL(location.href), error))
    .catch(console.error);
}

const delayAfterLoadMs = 1000;

/** Imports what the first view does not need, 1 s after the load event: preloading, and the check for new builds. */
function startAfterLoad(): void {
  const importLater = () =>
    setTimeout(() => {
      import('./client/build/after-load.ts').then(({ runAfterLoad }) => runAfterLoad()).catch(console.warn);
    }, delayAfterLoadMs);
  if (document.readyState === 'complete') importLater();
  else addEventListener('load', importLater);
}

start();
