import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Thrown when a list cannot be fetched. The message is the reason, such as `no data for 30 s`; it never contains the supplier's key. */
export class FailedFetch extends Error {}

/** Options for tests; the shop connects to public addresses only. */
export type ConnectionOptions = {
  allowLoopback?: boolean;
  ca?: string;
  resolve?: (host: string) => Promise<LookupAddress[]>;
  /** Servers on this machine that stand for hosts, by host: `{ 'ediwheel.test': 'http://127.0.0.1:4540' }`. */
  fakes?: Readonly<Record<string, string>>;
  limits?: Partial<typeof limits>;
};

/** `bytes`: size of the list after decompression. `idleMs`: time between two bytes. */
export const limits = { bytes: 200 * 1024 * 1024, totalMs: 10 * 60_000, idleMs: 30_000 };

export const userAgent = 'rehvipood';

/** `body`: makes the request a POST. `onConnected`: called when the connection is open, before a byte of the request leaves. */
export type OutgoingRequest = {
  url: URL;
  headers: Record<string, string>;
  body?: string;
  onConnected?: () => void;
};

/** Connects to public addresses only. Looks the host up once, which prevents DNS rebinding. Follows no redirect. */
export function sendRequest(
  { url, headers, body, onConnected }: OutgoingRequest,
  signal: AbortSignal,
  connection: ConnectionOptions,
): Promise<IncomingMessage> {
  const { idleMs } = { ...limits, ...connection.limits };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const fake = connection.fakes?.[url.host];
  return new Promise((resolve, reject) => {
    // Node calls `lookup` only for host names, not for IP addresses.
    if (isIP(host) && !isAllowed(host, connection)) throw notPublic(url.hostname);
    const request = fake === undefined ? requestSecure : requestPlain;
    const clientRequest = request(fake === undefined ? url : new URL(url.pathname + url.search, fake), {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
      agent: false,
      signal,
      lookup: checkedLookup(connection),
      ca: connection.ca,
    });
    let activeStream: { destroy(error: Error): unknown } = clientRequest;
    clientRequest.setTimeout(idleMs, () => activeStream.destroy(new FailedFetch(`no data for ${idleMs / 1_000} s`)));
    clientRequest.on('response', (response) => {
      // From now on, the reader of the response must get the error.
      activeStream = response;
      resolve(response);
    });
    clientRequest.on('error', reject);
    if (onConnected)
      clientRequest.on('socket', (socket) =>
        socket.once(fake === undefined ? 'secureConnect' : 'connect', onConnected),
      );
    clientRequest.end(body);
  });
}

/** Throws FailedFetch with the text `tooLarge` if the body has more than `maxBytes`. */
export async function readBytes(response: IncomingMessage, maxBytes: number, tooLarge: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new FailedFetch(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkedLookup(connection: ConnectionOptions): LookupFunction {
  const resolve = connection.resolve ?? ((host) => dns.lookup(host, { all: true }));
  return (host, options: LookupOptions, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address, connection)))
          return done(notPublic(host), '');
        if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

function isAllowed(address: string, { allowLoopback = false }: ConnectionOptions): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopback(address));
}

function notPublic(host: string): FailedFetch {
  return new FailedFetch(`${host} is not an address of the public internet`);
}
