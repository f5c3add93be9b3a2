import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentContext } from './document.server.ts';
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

/** Unknown URLs are no fault of ours; everything else is logged by the server that asked for the page. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
