import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';
import { answerAhead } from './delivery/answer-ahead.ts';
import type { KeptAnswers } from './delivery/kept-answers.ts';

/** The pages as Vite makes them while they are being edited. */
export type Development = {
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  loadBuild: () => Promise<ServerBuild>;
};

/** Milliseconds that requests in flight have to finish when the shop closes. */
const graceMs = 10_000;

/** Milliseconds that a client has for sending its request, and that its connection is kept open for the next one. */
const requestMs = 30_000;
const keepAliveMs = 72_000;

/** What answers before the router does, where it can. */
type Ahead = { answers?: KeptAnswers; development?: Development };

/** The server without its routes: it logs faults only, and ends its connections when it is closed. */
export function httpServer(logLevel: string, { answers, development }: Ahead = {}): FastifyInstance {
  let closing = false;
  const app: FastifyInstance = Fastify({
    logger: { level: logLevel, serializers: { err: inBrief } },
    // Requests carry addresses of people; what goes wrong is logged where it does.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    requestTimeout: requestMs,
    serverFactory: (handler) =>
      createServer({ requestTimeout: requestMs, keepAliveTimeout: keepAliveMs }, (request, response) => {
        const route = () => handler(request, response);
        if (development) development.middleware(request, response, route);
        else if (closing || !answers || !answerAhead(answers, request, response)) route();
      }),
  });
  // A client that never finishes its request must not keep the shop from closing.
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
  // A request in flight while the shop closes is the last of its connection; otherwise the close would wait for the client.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  return app;
}

/** What went wrong and where. The database's errors carry their whole connection along. */
function inBrief({ name, message, code, stack = '' }: Error & { code?: string }) {
  return { type: name, message, code, stack };
}
