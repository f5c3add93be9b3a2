import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { documentContext } from './document.server.ts';
import type { ShopContext } from './shop-context.tsx';

/** What Vite's virtual module hands over; in development anew for every page. */
export type RouterBuild = ServerBuild | (() => Promise<ServerBuild>);

export type RenderPage = (path: string, shop: ShopContext, now: Date) => Promise<{ status: number; html: string }>;

/** Renders documents by the router's build. `path` with its query. */
export function pageRenderer(build: RouterBuild): RenderPage {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  return async (path, shop, now) => {
    const context = new RouterContextProvider();
    context.set(documentContext, { shop, now });
    // Only the path counts: the address of a document never depends on what a client calls the host.
    const answer = await handle(new Request(`http://shop${path}`), context);
    return { status: answer.status, html: await answer.text() };
  };
}
