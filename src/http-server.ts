import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';

/** The pages as Vite makes them while they are being edited. */
export type Development = {
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  loadBuild: () => Promise<ServerBuild>;
};

/** The server without its routes: it logs faults only, and ends its connections when it is closed. */
export function httpServer(logLevel: string, development?: Development): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: { level: logLevel, serializers: { err: inBrief } },
    // Requests carry addresses of people; what goes wrong is logged where it does.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    ...(development && { serverFactory: servedThrough(development.middleware) }),
  });
  endConnectionsOnClose(app);
  return app;
}

/** What went wrong and where. The database's errors carry their whole connection along. */
function inBrief({ name, message, code, stack = '' }: Error & { code?: string }) {
  return { type: name, message, code, stack };
}

/** Milliseconds that requests in flight have to finish when the shop closes. */
const graceMs = 10_000;

/** A request in flight while the shop closes is the last of its connection; otherwise the close would wait for the client. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // A client that never finishes its request must not keep the shop from closing.
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** What the development server does not answer goes on to the shop. */
function servedThrough(middleware: Development['middleware']): FastifyServerFactory {
  return (handler) =>
    createServer((request, response) => middleware(request, response, () => handler(request, response)));
}
