import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { documentContext } from './document/document-content.server.ts';
import { EmbeddedDataProvider } from './document/embedded-data.tsx';
import { PageContextProvider } from './document/page-context.tsx';

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

/** Milliseconds after which scripts start although nothing was painted, as in a window that is covered by others. */
const atTheLatestMs = 2000;

/** Replaces the router's module tags by a script that loads them after the first paint, one after another, so that no task is long. */
function startAfterPaint(html: string, { manifest, staticHandlerContext }: EntryContext): string {
  const ahead: string[] = [];
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd).replaceAll(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
    ahead.push(href);
    return '';
  });
  const module = html.lastIndexOf('<script type="module" async="">');
  if (module < headEnd) throw new Error("the router's script for its modules is not where it was");
  const routes = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]?.module]);
  const given = [ahead, routes, manifest.url, manifest.entry.module, atTheLatestMs].map((part) => JSON.stringify(part));
  return (
    head +
    html.slice(headEnd, module) +
    `<script>(${startInBrowser})(${given}).catch(console.error)` +
    html.slice(html.indexOf('</script>', module))
  );
}

/** Runs in the browser as it is written here: a document that is not seen does not wait to be painted. */
const startInBrowser = `async(ahead,routes,manifest,entry,latest)=>{
await new Promise(go=>{
if(document.hidden)return go();
new PerformanceObserver(go).observe({type:"paint",buffered:true});
setTimeout(go,latest)});
for(const href of ahead)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
await import(manifest);
const modules={};
for(const [id,module] of routes)modules[id]=await import(module);
window.__reactRouterRouteModules=modules;
(await import(entry)).start()}`.replaceAll('\n', '');
