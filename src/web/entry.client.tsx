import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { localeOfPath } from '../shop/locale.ts';
import { reloadInto } from './build/chunk-reload.ts';
import { loadMessages } from './build/messages.ts';
import { startAfterLoad } from './build/start-after-load.ts';
import { loadPage } from './page-modules.ts';
import { browserQueries } from './queries.ts';
import { ShopProvider, shopFromDocument } from './shop-context.tsx';
import { pageAt } from './sitemap.ts';

/**
 * Takes the document over. The document calls it when the router's modules of its routes are there (start-after-paint.server.ts);
 * other files of the build may hold this code, too, and run it before.
 */
export function start(): void {
  const { pathname } = location;
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  Promise.all([loadPage(page), loadMessages(locale, page)])
    .then(([, worded]) => {
      // Without its words the document stays as it is: it can be read, and its links and filters work.
      if (!worded) return;
      startTransition(() => {
        hydrateRoot(
          document,
          <StrictMode>
            <ShopProvider value={shopFromDocument()}>
              <QueryClientProvider client={browserQueries()}>
                <HydratedRouter useTransitions={false} />
              </QueryClientProvider>
            </ShopProvider>
          </StrictMode>,
        );
      });
      startAfterLoad();
    })
    // The document itself works without script; a failed chunk is fetched anew with a fresh document, once.
    .catch((error: unknown) => reloadInto(new URL(location.href), error))
    .catch(console.error);
}

// In development the router's own tags are in the document, and run this file last.
if (import.meta.env.DEV) start();
