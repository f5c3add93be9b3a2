import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf, openClientCounts } from './client.ts';

/** Times in ms. docs/decisions/web/2026-11-23-one-http-layer.md gives the purpose of each limit. */
export const connectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  socketTimeoutMs: 60_000,
  slowReaderMs: 120_000,
  keepAliveMs: 72_000,
  checkEveryMs: 1_000,
  headerBytes: 16 * 1024,
  connections: 4_000,
  connectionsOfClient: 250,
  unansweredRequests: 8,
  refuseClientMs: 10_000,
  totalUnsentBytes: 256 * 1024 * 1024,
};

export type ConnectionLimits = typeof connectionLimits;

export type ConnectionCounts = { open: number; refused: number; cut: number };

const closeIdleFromShare = 0.75;
const closeIdleEveryMs = 1_000;

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

type Options = { limits: ConnectionLimits; counts: ConnectionCounts; isProxy: (address: string) => boolean };
type Accept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Limits the connections in all, and those of each client; a trusted proxy counts only in all. Call the returned function for each request: false if the connection is cut. */
export function limitConnections(server: Server, { limits, counts, isProxy }: Options): Accept {
  const responsesOf = new Map<Socket, ServerResponse[]>();
  const sendingSinceOf = new WeakMap<ServerResponse, number>();
  const clientConnections = openClientCounts();
  // Clients that pipelined too many requests; browsers never do. Cutting the connection is not enough: the client can reconnect, and Node still parses bytes that have arrived.
  const refusedClients = new Set<string>();
  let idleClosedAt = Number.NEGATIVE_INFINITY;

  function cut(socket: Socket): void {
    counts.cut += 1;
    socket.destroy();
  }

  const directClientOf = ({ remoteAddress = '' }: Socket) => (isProxy(remoteAddress) ? null : clientOf(remoteAddress));

  function refuseClientOf(socket: Socket): void {
    const client = directClientOf(socket);
    if (client === null || refusedClients.has(client)) return;
    refusedClients.add(client);
    setTimeout(() => refusedClients.delete(client), limits.refuseClientMs).unref();
  }

  server.maxConnections = limits.connections;
  server.setTimeout(limits.socketTimeoutMs);
  server.on('drop', () => {
    counts.refused += 1;
  });
  server.prependListener('connection', (socket: Socket) => {
    const client = directClientOf(socket);
    const connectionsOfClient = client === null ? 0 : clientConnections.add(client, 1);
    counts.open += 1;
    responsesOf.set(socket, []);
    socket.once('close', () => {
      counts.open -= 1;
      responsesOf.delete(socket);
      if (client !== null) clientConnections.add(client, -1);
    });
    const isNearLimit = counts.open > limits.connections * closeIdleFromShare;
    if (isNearLimit && performance.now() > idleClosedAt + closeIdleEveryMs) {
      idleClosedAt = performance.now();
      server.closeIdleConnections();
    }
    const isRefusedClient = client !== null && refusedClients.has(client);
    if (connectionsOfClient <= limits.connectionsOfClient && !isRefusedClient) return;
    counts.refused += 1;
    socket.end(refusal);
    socket.destroySoon();
  });

  function unansweredOf(socket: Socket): ServerResponse[] {
    const responses = responsesOf.get(socket)?.filter(({ writableFinished }) => !writableFinished) ?? [];
    responsesOf.set(socket, responses);
    return responses;
  }

  /** `sendingSince`: when (ms) a check first found one of these responses being sent; `now` if none is being sent. */
  function unreadOf(responses: ServerResponse[], now: number): { sendingSince: number; bytes: number } {
    let sendingSince = now;
    let bytes = 0;
    for (const response of responses) {
      bytes += response.writableLength;
      if (!response.headersSent) continue;
      const startedAt = sendingSinceOf.get(response) ?? now;
      sendingSinceOf.set(response, startedAt);
      sendingSince = Math.min(sendingSince, startedAt);
    }
    return { sendingSince, bytes };
  }

  function cutSlowReaders(): void {
    const now = performance.now();
    const readers = [...responsesOf.keys()].map((socket) => ({ socket, ...unreadOf(unansweredOf(socket), now) }));
    let totalUnsentBytes = readers.reduce((sum, { bytes }) => sum + bytes, 0);
    const slowestFirst = readers.filter(({ bytes }) => bytes > 0).sort((a, b) => a.sendingSince - b.sendingSince);
    for (const { socket, sendingSince, bytes } of slowestFirst) {
      const isTooSlow = now - sendingSince >= limits.slowReaderMs;
      const isTotalTooLarge = totalUnsentBytes > limits.totalUnsentBytes;
      if (!isTooSlow && !isTotalTooLarge) return;
      totalUnsentBytes -= bytes;
      cut(socket);
    }
  }

  const checkTimer = setInterval(cutSlowReaders, limits.checkEveryMs).unref();
  server.once('close', () => clearInterval(checkTimer));

  return ({ socket }, response) => {
    if (socket.destroyed) return false;
    const responses = unansweredOf(socket);
    if (responses.length >= limits.unansweredRequests) {
      refuseClientOf(socket);
      cut(socket);
      return false;
    }
    responses.push(response);
    return true;
  };
}
