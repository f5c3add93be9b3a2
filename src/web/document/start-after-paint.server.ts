import type { EntryContext } from 'react-router';

/** Milliseconds after which scripts start although nothing was painted, as in a window that is covered by others. */
const atTheLatestMs = 2000;

/** Replaces the router's module tags by a script that loads them after the first paint, one after another, so that no task is long. */
export function startAfterPaint(html: string, { manifest, staticHandlerContext }: EntryContext): string {
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
