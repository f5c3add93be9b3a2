import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentContext } from './document/document-content.server.ts';
import { EmbeddedDataProvider } from './document/embedded-data.tsx';
import { PageContextProvider } from './document/page-context.tsx';

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
  const { context, queries } = content;
  const { serverHandoffStream, ...contextWithoutStream } = routerContext;
  const routerData = serverHandoffStream && (await text(serverHandoffStream));
  const body = renderToString(
    <PageContextProvider value={context}>
      <EmbeddedDataProvider value={{ shop: JSON.stringify(context), answers: queries.json, router: routerData }}>
        <QueryClientProvider client={queries.client}>
          <ServerRouter context={contextWithoutStream} url={request.url} />
        </QueryClientProvider>
      </EmbeddedDataProvider>
    </PageContextProvider>,
  );
  content.html = `<!DOCTYPE html>${import.meta.env.DEV ? body : startAfterPaint(body, routerContext)}`;
  return new Response(null, { status, headers });
}

/** Logs faults. Client errors (status below 500) and aborted requests are not faults. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (!isClientError && !request.signal.aborted) console.error(error);
}

/** Scripts start after this time even if nothing was painted, as in a covered window. */
const maxPaintWaitMs = 2000;

/** Replaces the router's module tags by a script that imports them after the first paint, one by one, to avoid long tasks. */
function startAfterPaint(html: string, { manifest, staticHandlerContext }: EntryContext): string {
  const preloads: string[] = [];
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd).replaceAll(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
    preloads.push(href);
    return '';
  });
  const scriptStart = html.lastIndexOf('<script type="module" async="">');
  if (scriptStart < headEnd) throw new Error('the document has no module script of the router in its body');
  const routes = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]?.module]);
  const scriptArguments = [preloads, routes, manifest.url, manifest.entry.module, maxPaintWaitMs].map((part) =>
    JSON.stringify(part),
  );
  return (
    head +
    html.slice(headEnd, scriptStart) +
    `<script>(${startInBrowser})(${scriptArguments}).catch(console.error)` +
    html.slice(html.indexOf('</script>', scriptStart))
  );
}

/** Source text, not a function, because the build would transform a function. A hidden document does not wait for its first paint. */
const startInBrowser = `async(preloads,routes,manifest,entry,maxWaitMs)=>{
await new Promise(resolve=>{
if(document.hidden)return resolve();
new PerformanceObserver(resolve).observe({type:"paint",buffered:true});
setTimeout(resolve,maxWaitMs)});
for(const href of preloads)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
await import(manifest);
const modules={};
for(const [id,module] of routes)modules[id]=await import(module);
window.__reactRouterRouteModules=modules;
(await import(entry)).start()}`.replaceAll('\n', '');
