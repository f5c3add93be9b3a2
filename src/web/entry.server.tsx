import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentContext } from './document/document-content.server.ts';
import { EmbeddedDataProvider } from './document/embedded-data.tsx';
import { PageContextProvider } from './document/page-context.tsx';
import { startAfterPaint } from './document/start-after-paint.server.ts';

/** Renders a document in one pass, because it is hashed, compressed and cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const content = loadContext.get(documentContext);
  const { context, queries } = content;
  const { serverHandoffStream, ...rest } = routerContext;
  const router = serverHandoffStream && (await text(serverHandoffStream));
  const body = renderToString(
    <PageContextProvider value={context}>
      <EmbeddedDataProvider value={{ shop: JSON.stringify(context), answers: queries.json, router }}>
        <QueryClientProvider client={queries.client}>
          <ServerRouter context={rest} url={request.url} />
        </QueryClientProvider>
      </EmbeddedDataProvider>
    </PageContextProvider>,
  );
  content.html = `<!DOCTYPE html>${import.meta.env.DEV ? body : startAfterPaint(body, routerContext)}`;
  return new Response(null, { status, headers });
}

/** Logs faults only: not unknown addresses and aborted requests. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!refused && !request.signal.aborted) console.error(error);
}
