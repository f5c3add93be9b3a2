import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Why a list could not be fetched, as the end of a sentence, without the key. */
export class FailedFetch extends Error {}

/** Options for tests; the shop connects to public addresses only. */
export type ConnectionOptions = {
  allowLoopback?: boolean;
  ca?: string;
  resolve?: (host: string) => Promise<LookupAddress[]>;
  limits?: Partial<typeof limits>;
};

/** `bytes`: of the list, after decompression; `idleMs`: between two bytes. */
export const limits = { bytes: 200 * 1024 * 1024, totalMs: 10 * 60_000, idleMs: 30_000 };

/** Connects to the checked addresses of the host without another lookup, which prevents DNS rebinding. */
export function ask(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  connection: ConnectionOptions,
): Promise<IncomingMessage> {
  const { idleMs } = { ...limits, ...connection.limits };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // Node looks up no IP address.
    if (isIP(host) && !isAllowed(host, connection)) throw notPublic(url.hostname);
    const outgoing = request(url, {
      headers,
      agent: false,
      signal,
      lookup: checkedLookup(connection),
      ca: connection.ca,
    });
    let transfer: { destroy(error: Error): unknown } = outgoing;
    outgoing.setTimeout(idleMs, () => transfer.destroy(new FailedFetch(`nothing came for ${idleMs / 1_000} s`)));
    outgoing.on('response', (answer) => {
      transfer = answer;
      resolve(answer);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
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
