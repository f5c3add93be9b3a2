import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';
import { type ConnectionCounts, type ConnectionLimits, connectionLimits } from './connection-limits.ts';
import { answerAhead } from './delivery/answer-ahead.ts';
import type { Gate } from './delivery/gate.ts';
import type { KeptAnswers } from './delivery/kept-answers.ts';
import { nodeServer } from './node-server.ts';
import { logRequests } from './request-log.ts';
import { isAmong } from './trusted-proxies.ts';
import { answerBadUrl, answerNoRequest } from './unroutable.ts';

/** The pages as Vite makes them while they are being edited. */
export type Development = {
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  loadBuild: () => Promise<ServerBuild>;
};

/** Milliseconds that requests in flight have to finish when the shop closes. */
const graceMs = 10_000;

/** Bytes of a request's body where its route says nothing else. */
const bodyLimit = 64 * 1024;

type Options = {
  logLevel: string;
  /** Networks of proxies whose word on a client's address counts. */
  trustedProxies?: string[];
  /** What answers before the router does, where it can. */
  answers?: KeptAnswers;
  development?: Development | undefined;
  /** What refuses before the router does, where it must. */
  gate?: Gate;
  limits?: ConnectionLimits;
};

/** A server without its routes, and what it knows of itself. */
export type HttpServer = {
  app: FastifyInstance;
  /** Answers out of memory, ahead of the router, since it was made. */
  readonly answeredAhead: number;
  /** Connections that are open, and that were refused so far. */
  readonly connections: Readonly<ConnectionCounts>;
  /** Every answer from now on is the last of its connection: clients come back to whoever else serves the shop. */
  drain(): void;
};

/** The server without its routes: it logs faults, at `info` each request too, and ends its connections when it is closed. */
export function httpServer({ logLevel, trustedProxies = [], answers, development, ...options }: Options): HttpServer {
  const { gate, limits = connectionLimits } = options;
  let draining = false;
  let answeredAhead = 0;
  const connections = { open: 0, refused: 0 };

  function isFromMemory(find: KeptAnswers['at'], request: IncomingMessage, response: ServerResponse): boolean {
    const found = answerAhead(find, request, response);
    if (found) answeredAhead += 1;
    return found;
  }

  function isLatelyFromMemory(request: IncomingMessage, response: ServerResponse, mayLook: boolean): boolean {
    const find: KeptAnswers['at'] = (address, headers) => answers?.lately(address, headers, mayLook);
    return isFromMemory(find, request, response);
  }

  /** From memory, also what was exact a moment ago where the exact answer would have to wait; else a refusal where it must be. */
  function isAnsweredAhead(request: IncomingMessage, response: ServerResponse): boolean {
    if (answers && isFromMemory(answers.at, request, response)) return true;
    if (!gate) return false;
    gate.arrived();
    const met = gate.meets(request);
    if (met === 'work') return false;
    if (isLatelyFromMemory(request, response, met === 'wait')) return true;
    if (met === 'refusal') gate.refuse(request, response);
    return met === 'refusal';
  }

  const app: FastifyInstance = Fastify({
    logger: { level: logLevel, serializers: { err: inBrief } },
    // Fastify's own lines carry addresses of people, and of pages with keys in them.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Its own and never a client's: nobody else can choose under which id a line is found.
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    frameworkErrors: answerBadUrl,
    clientErrorHandler: answerNoRequest,
    forceCloseConnections: 'idle',
    bodyLimit,
    // A request that has come this far is answered, and is the last of its connection.
    return503OnClosing: false,
    requestTimeout: limits.requestMs,
    serverFactory: (handler) => {
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        const route = () => handler(request, response);
        if (development) development.middleware(request, response, route);
        else if (draining || !isAnsweredAhead(request, response)) route();
      };
      const speaksForMany = isAmong(trustedProxies);
      return nodeServer(answer, { limits, counts: connections, speaksForMany, arrived: gate?.arrived });
    },
  });
  gate?.guard(app, (request, response) => isLatelyFromMemory(request, response, false));
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
    connections,
    drain,
  };
}

/** What went wrong and where. The database's errors carry their whole connection along. */
function inBrief({ name, message, code, stack = '' }: Error & { code?: string }) {
  return { type: name, message, code, stack };
}
