import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { ResponseCache } from './cache/response-cache.ts';
import { sendCached } from './cache/send.ts';
import { proxyMatcher } from './client.ts';
import { type ConnectionCounts, connectionLimits, limitConnections } from './connections.ts';
import { type ErrorPages, openErrorPages } from './error-pages.ts';
import { originForm, refuseExpectation, refuseMalformed, refuseUnparsed } from './malformed-requests.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type Development = {
  middleware: Middleware;
  deskMiddleware: Middleware;
  loadBuild: () => Promise<ServerBuild>;
};

/** When the server closes, running responses get this time to finish. */
const closeTimeoutMs = 10_000;
const bodyLimit = 64 * 1024;

type Options = {
  logLevel: string;
  trustedProxies?: string[];
  cache?: ResponseCache;
  errorPages?: ErrorPages;
  development?: Development | undefined;
  limits?: typeof connectionLimits;
  /** Called for each request that gets a page of status 200 from the cache, even if the client gets 304. */
  onCachedAnswer?: (request: IncomingMessage) => void;
};

export type HttpServer = ReturnType<typeof httpServer>;

export function httpServer({ logLevel, trustedProxies = [], cache, onCachedAnswer, ...options }: Options) {
  const { development, limits = connectionLimits, errorPages = openErrorPages() } = options;
  const connections: ConnectionCounts = { open: 0, refused: 0, cut: 0 };
  let isDraining = false;
  let answersFromCache = 0;

  const app: FastifyInstance = Fastify({
    logger: { level: logLevel, serializers: { err: withoutDatabaseDetails } },
    // Fastify's own log lines contain the IP addresses of visitors, and URLs that may hold secrets.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A client must not choose the id of log lines.
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => errorPages.send(400, request, reply),
    clientErrorHandler: refuseUnparsed,
    forceCloseConnections: 'idle',
    bodyLimit,
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createServer(
        {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          keepAliveTimeout: limits.keepAliveMs,
          connectionsCheckingInterval: limits.checkEveryMs,
          maxHeaderSize: limits.headerBytes,
          requireHostHeader: false,
        },
        (request, response) => {
          if (!acceptRequest(request, response)) return;
          if (refuseMalformed(request, response)) return;
          request.url = originForm(request.url ?? '/');
          if (development) return development.middleware(request, response, () => handler(request, response));
          // While draining, the `onSend` hook must close the connection, and cached responses skip the hooks.
          const cached = isDraining ? undefined : cache?.find(request);
          const isSent = cached !== undefined && sendCached(cached, request, response);
          if (!isSent) return handler(request, response);
          answersFromCache += 1;
          if (cached.status === 200) onCachedAnswer?.(request);
        },
      );
      server.on('checkExpectation', refuseExpectation);
      const isProxy = proxyMatcher(trustedProxies);
      const acceptRequest = limitConnections(server, { limits, counts: connections, isProxy });
      return server;
    },
  });
  app.addHook('preClose', async () => {
    isDraining = true;
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref();
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isDraining) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ method, routeOptions, log }, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'answered');
  });
  return {
    app,
    connections,
    answersFromCache: () => answersFromCache,
    /** Ends each connection with its next response, so that clients reconnect to another process. */
    drain() {
      isDraining = true;
    },
  };
}

function withoutDatabaseDetails({ name, message, code, stack = '' }: Error & { code?: string }) {
  return { type: name, message, code, stack };
}
