import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { answerExpectation, originForm, refuseHostless } from './unroutable.ts';

/** Milliseconds that a connection has for its first request when the shop closes: who made it has been accepted already. */
const firstRequestMs = 500;

type Options = Parameters<typeof limitConnections>[1] & {
  /** Told of every connection. */
  arrived?: (() => void) | undefined;
};

/** A server of Node's with the limits of the shop, which hands on what a route could answer, with its target as a path. */
export function nodeServer(answer: RequestListener, { arrived, ...options }: Options): Server {
  const server = createServer(serverOptions(options.limits), (request, response) => {
    if (refuseHostless(request, response)) return;
    if (request.url) request.url = originForm(request.url);
    answer(request, response);
  });
  server.on('checkExpectation', answerExpectation);
  if (arrived) server.on('connection', arrived);
  limitConnections(server, options);
  // Node calls this as soon as it closes, and takes a connection that has not asked yet for an idle one.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => void setTimeout(closeIdle, firstRequestMs);
  return server;
}

function serverOptions({ headersMs, requestMs, keepAliveMs, checkMs, headerBytes }: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
    maxHeaderSize: headerBytes,
    // Refused by hand, guarded like every answer.
    requireHostHeader: false,
  };
}
