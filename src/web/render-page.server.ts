import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { type DocumentContent, documentContext } from './document.server.ts';

export type RenderPage = (path: string, content: DocumentContent) => Promise<{ status: number; html: string }>;

/** The router could not make a page, and has logged why; what it made instead is of no use without script. */
export class NotRendered extends Error {}

/**
 * Renders documents by the router's build, which is loaded for the first; in development, where it changes, `anew` for every
 * one. `path` with its query. Rejects with `NotRendered`.
 */
export function pageRenderer(load: () => Promise<ServerBuild>, { anew }: { anew: boolean }): RenderPage {
  let handler: Promise<RequestHandler> | undefined;
  const handlerOf = (build: ServerBuild) => createRequestHandler(build, process.env.NODE_ENV);
  return async (path, content) => {
    const context = new RouterContextProvider();
    context.set(documentContext, content);
    if (anew || !handler) handler = load().then(handlerOf);
    const handle = await handler;
    // Only the path counts: the address of a document never depends on what a client calls the host.
    const answer = await handle(new Request(`http://shop${path}`), context);
    if (answer.status >= 500 || content.html === undefined) throw new NotRendered();
    return { status: answer.status, html: content.html };
  };
}
