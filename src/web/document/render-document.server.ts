import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { documentContext } from '../document-context.server.ts';
import type { DocumentContent } from './document-content.server.ts';

export type RenderDocument = (path: string, content: DocumentContent) => Promise<{ status: number; html: string }>;

export class NotRendered extends Error {}

/** Returns a function that renders a document or rejects with NotRendered. `reloadBuild`: each time (development). */
export function documentRenderer(
  loadBuild: () => Promise<ServerBuild>,
  { reloadBuild }: { reloadBuild: boolean },
): RenderDocument {
  let handler: Promise<RequestHandler> | undefined;
  const handlerOf = (build: ServerBuild) => createRequestHandler(build, process.env.NODE_ENV);
  return async (path, content) => {
    const context = new RouterContextProvider();
    context.set(documentContext, content);
    if (reloadBuild || !handler) handler = loadBuild().then(handlerOf);
    const handle = await handler;
    // The host is constant, because documents must not depend on the Host header.
    const response = await handle(new Request(`http://shop${path}`), context);
    if (response.status >= 500 || content.html === undefined) throw new NotRendered();
    return { status: response.status, html: content.html };
  };
}
