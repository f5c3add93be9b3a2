import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentContext } from './document/document-content.server.ts';
import { EmbeddedDataProvider } from './document/embedded-data.tsx';
import { PageContextProvider } from './document/page-context.tsx';

/** What renderToString writes instead of throwing when a component inside of Suspense throws or waits. */
const failedBoundary = '<!--$!-->';

/**
 * Renders a document into `content.html`; the response has no body. The document is rendered completely, not as a stream,
 * because it is hashed, compressed and cached.
 */
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
  const body = renderToString(
    <PageContextProvider value={context}>
      <EmbeddedDataProvider
        value={{ shop: JSON.stringify(context), answers: queries.json, router: routerData, modules }}
      >
        <QueryClientProvider client={queries.client}>
          <ServerRouter context={contextWithoutStream} url={request.url} />
        </QueryClientProvider>
      </EmbeddedDataProvider>
    </PageContextProvider>,
  );
  if (body.includes(failedBoundary)) throw new Error(`A part of ${request.url} could not be rendered.`);
  content.html = `<!DOCTYPE html>${body}`;
  return new Response(null, { status, headers });
}

/** Logs faults. Client errors (status below 500) and aborted requests are not faults. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (!isClientError && !request.signal.aborted) console.error(error);
}
