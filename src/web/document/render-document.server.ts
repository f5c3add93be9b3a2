import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { type DocumentContent, documentContext } from './document-content.server.ts';

export type RenderDocument = (path: string, content: DocumentContent) => Promise<{ status: number; html: string }>;

export class NotRendered extends Error {}

/** Renders documents by the router's build, loaded once or `anew` for each (development). Rejects with NotRendered. */
export function documentRenderer(load: () => Promise<ServerBuild>, { anew }: { anew: boolean }): RenderDocument {
  let handler: Promise<RequestHandler> | undefined;
  const handlerOf = (build: ServerBuild) => createRequestHandler(build, process.env.NODE_ENV);
  return async (path, content) => {
    const context = new RouterContextProvider();
    context.set(documentContext, content);
    if (anew || !handler) handler = load().then(handlerOf);
    const handle = await handler;
    // A fixed host: documents never depend on the Host header.
    const answer = await handle(new Request(`http://shop${path}`), context);
    if (answer.status >= 500 || content.html === undefined) throw new NotRendered();
    return { status: answer.status, html: content.html };
  };
}
