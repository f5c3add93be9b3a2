import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { EmbeddedDataProvider } from './document/embedded-data.tsx';
import { PageContextProvider } from './document/page-context.tsx';
import { documentContext } from './document-context.server.ts';

/** renderToString writes this in place of a part inside Suspense that throws. */
const failedPartMarker = '<!--$!-->';

/** Renders into `content.html`, not into the response. Does not stream, as the document is hashed and cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const content = loadContext.get(documentContext);
  const { context, queries, modules } = content;
  const { serverHandoffStream, ...contextWithoutStream } = routerContext;
  const routerData = serverHandoffStream && (await text(serverHandoffStream));
  const document = (
    <PageContextProvider value={context}>
      <EmbeddedDataProvider
        value={{ shop: JSON.stringify(context), answers: queries.json, router: routerData, modules }}
      >
        <QueryClientProvider client={queries.client}>
          <ServerRouter context={contextWithoutStream} url={request.url} />
        </QueryClientProvider>
      </EmbeddedDataProvider>
    </PageContextProvider>
  );
  const body = renderToString(document);
  if (body.includes(failedPartMarker)) throw await faultOf(document);
  content.html = `<!DOCTYPE html>${body}`;
  return new Response(null, { status, headers });
}

/** Finds the error that `renderToString` hides (docs/decisions/web/2026-11-27-sooner-on-a-slow-phone.md). */
async function faultOf(document: ReactNode): Promise<unknown> {
  const { prerenderToNodeStream } = await import('react-dom/static');
  let fault: unknown = new Error('a part of the document was not rendered');
  const onError = (error: unknown) => {
    fault = error;
  };
  await prerenderToNodeStream(document, { onError });
  return fault;
}

/** Logs faults. Client errors (status below 500) and aborted requests are not faults. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (!isClientError && !request.signal.aborted) console.error(error);
}
