import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentContext } from './document.server.ts';
import { loadPage } from './page-modules.ts';
import { ShopProvider } from './shop-context.tsx';

/** Renders a document whole: it is hashed, compressed and kept, so there is nothing to gain from streaming it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { shop } = loadContext.get(documentContext);
  // Where no route fits, no loader has loaded the page that says so.
  await loadPage(null);
  const body = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ShopProvider value={shop}>
        <ServerRouter context={routerContext} url={request.url} />
      </ShopProvider>,
      {
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
        onError: reject,
      },
    );
  });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}

/** Addresses that nothing is at, and visitors who have left, are no fault of ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!refused && !request.signal.aborted) console.error(error);
}
