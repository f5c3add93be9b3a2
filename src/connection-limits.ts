import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What clients may ask of the server's patience. Times in milliseconds. */
export type ConnectionLimits = {
  /** Until the headers of a request are there, from the connection or the first of their bytes on. */
  headersMs: number;
  /** Until the whole request is there. */
  requestMs: number;
  /** That nothing is sent or taken while an answer is due. */
  silenceMs: number;
  /** That a connection is kept open for the next request. Above the 60 s of usual balancers, which otherwise meet closed ones. */
  keepAliveMs: number;
  /** How often late headers and requests are looked for. */
  checkMs: number;
  headerBytes: number;
  /** Connections at once, of all and of one address; a network of IPv6 is one address. */
  connections: number;
  ofOneAddress: number;
};

/** docs/decisions/2026-11-22-more-than-it-can-carry.md says why these numbers. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 60_000,
  keepAliveMs: 72_000,
  checkMs: 2_000,
  headerBytes: 16 * 1024,
  connections: 4_000,
  ofOneAddress: 250,
};

/** What came of the limits, as plain numbers. */
export type ConnectionCounts = { open: number; refused: number };

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

type Options = {
  limits: ConnectionLimits;
  /** Counted here: of one shop, which may listen at several addresses. */
  counts: ConnectionCounts;
  /** Addresses that speak for many: trusted proxies. */
  speaksForMany: (address: string) => boolean;
};

/** Bounds the connections of a server, and keeps it open for newcomers by closing those that nobody uses. */
export function limitConnections(server: Server, { limits, counts, speaksForMany }: Options): void {
  const ofAddress = new Map<string, number>();
  let closedAt = Number.NEGATIVE_INFINITY;
  // As Node does it, at once: when the shop closes it is put off, and by then who has just come would be idle too.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.setTimeout(limits.silenceMs);
  const refuse = (socket: Socket) => {
    counts.refused += 1;
    socket.end(refusal);
    socket.destroySoon();
  };
  server.prependListener('connection', (socket: Socket) => {
    counts.open += 1;
    socket.once('close', () => {
      counts.open -= 1;
    });
    // Before it is full: who holds a connection and asks nothing gives way to who comes. Not each time, for it also meets who has
    // only just come and not been heard yet.
    if (counts.open > limits.connections * crowded && performance.now() > closedAt + calmMs) {
      closedAt = performance.now();
      closeIdle();
    }
    if (counts.open > limits.connections) return refuse(socket);
    const { remoteAddress = '' } = socket;
    if (speaksForMany(remoteAddress)) return;
    const address = networkOf(remoteAddress);
    const count = (ofAddress.get(address) ?? 0) + 1;
    ofAddress.set(address, count);
    socket.once('close', () => {
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left > 0) ofAddress.set(address, left);
      else ofAddress.delete(address);
    });
    if (count > limits.ofOneAddress) refuse(socket);
  });
}

/** The share of all connections from which on idle ones are closed, and the milliseconds between two such times. */
const crowded = 0.75;
const calmMs = 1_000;

/** An address as it is counted: of IPv6 its /64, which one client has for itself. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : parsed.parts.slice(0, 4).join(':');
}
