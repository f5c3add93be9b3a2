import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';
import { answerAhead } from './delivery/answer-ahead.ts';
import type { KeptAnswers } from './delivery/kept-answers.ts';
import { answerBadUrl, logRequests } from './request-log.ts';

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

/** Bytes of a request's body where its route says nothing else. */
const bodyLimit = 64 * 1024;

/** Milliseconds that a connection has for its first request when the shop closes: who made it has been accepted already. */
const firstRequestMs = 500;

type Options = {
  logLevel: string;
  /** Networks of proxies whose word on a client's address counts. */
  trustedProxies?: string[];
  /** What answers before the router does, where it can. */
  answers?: KeptAnswers;
  development?: Development | undefined;
};

/** A server without its routes, and what it knows of itself. */
export type HttpServer = {
  app: FastifyInstance;
  /** Answers out of memory, ahead of the router, since it was made. */
  readonly answeredAhead: number;
  /** Every answer from now on is the last of its connection: clients come back to whoever else serves the shop. */
  drain(): void;
};

/** The server without its routes: it logs faults, at `info` each request too, and ends its connections when it is closed. */
export function httpServer({ logLevel, trustedProxies = [], answers, development }: Options): HttpServer {
  let draining = false;
  let answeredAhead = 0;
  const app: FastifyInstance = Fastify({
    logger: { level: logLevel, serializers: { err: inBrief } },
    // Fastify's own lines carry addresses of people, and of pages with keys in them.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Its own and never a client's: nobody else can choose under which id a line is found.
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    frameworkErrors: answerBadUrl,
    forceCloseConnections: 'idle',
    bodyLimit,
    // A request that has come this far is answered, and is the last of its connection.
    return503OnClosing: false,
    requestTimeout: requestMs,
    serverFactory: (handler) => {
      const server = createServer({ requestTimeout: requestMs, keepAliveTimeout: keepAliveMs }, (request, response) => {
        const route = () => handler(request, response);
        if (development) development.middleware(request, response, route);
        else if (!draining && answers && answerAhead(answers, request, response)) answeredAhead += 1;
        else route();
      });
      // Node calls this as soon as it closes, and takes a connection that has not asked yet for an idle one.
      const closeIdle = server.closeIdleConnections.bind(server);
      server.closeIdleConnections = () => void setTimeout(closeIdle, firstRequestMs);
      return server;
    },
  });
  logRequests(app);
  const drain = () => {
    draining = true;
  };
  // A client that never finishes its request must not keep the shop from closing.
  app.addHook('preClose', async () => {
    drain();
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    app,
    get answeredAhead() {
      return answeredAhead;
    },
    drain,
  };
}

/** What went wrong and where. The database's errors carry their whole connection along. */
function inBrief({ name, message, code, stack = '' }: Error & { code?: string }) {
  return { type: name, message, code, stack };
}
