import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { localeOfPath } from '../shop/locale.ts';
import { documentContext } from './document.server.ts';
import { HandedProvider } from './handed.tsx';
import { RenderedRows } from './pages/home/rendered-rows.ts';
import { rowRenderer } from './pages/home/row-markup.server.tsx';
import { ShopProvider } from './shop-context.tsx';
import { startAfterPaint } from './start-after-paint.server.ts';

/** Renders a document whole and at once: nothing in it waits, and it is hashed, compressed and kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const content = loadContext.get(documentContext);
  const { shop, answers } = content;
  const { serverHandoffStream, ...rest } = routerContext;
  const router = serverHandoffStream && (await text(serverHandoffStream));
  const body = renderToString(
    <ShopProvider value={shop}>
      <HandedProvider value={{ shop: JSON.stringify(shop), answers: answers.json, router }}>
        <RenderedRows value={rowRenderer(localeOfPath(new URL(request.url).pathname), shop)}>
          <QueryClientProvider client={answers.client}>
            <ServerRouter context={rest} url={request.url} />
          </QueryClientProvider>
        </RenderedRows>
      </HandedProvider>
    </ShopProvider>,
  );
  content.html = `<!DOCTYPE html>${import.meta.env.DEV ? body : startAfterPaint(body, routerContext)}`;
  return new Response(null, { status, headers });
}

/** Addresses that nothing is at, and visitors who have left, are no fault of ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!refused && !request.signal.aborted) console.error(error);
}
