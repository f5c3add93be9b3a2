import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bodyIn, type CacheLookup, openResponseCache } from '../../../src/http/cache/response-cache.ts';

type Options = { maxBytes?: number; maxUrls?: number; keyVersion?: () => string };

/** A response cache. The test sets its version and clock in `state`, and reads the URLs of its builds there. */
export function cacheUnderTest(options: Options = {}) {
  const state = { version: 'first', ms: 0, built: [] as string[], inputs: (key: string) => key };
  const cache = openResponseCache({
    version: () => state.version,
    keyVersion: options.keyVersion ?? (() => state.version),
    clock: () => state.ms,
    ...options,
  });
  const lookup = (url: string, key: string | null = url): CacheLookup => ({
    url,
    key,
    encoding: 'br',
    prepare: () => ({
      inputs: state.inputs(url),
      build: () => {
        state.built.push(url);
        return { status: 200, headers: { built: state.version }, text: `${url} ${state.built.length}` };
      },
    }),
  });
  const request = (url: string, headers: IncomingHttpHeaders = {}) =>
    ({ method: 'GET', url, headers }) as unknown as IncomingMessage;
  return {
    state,
    cache,
    lookup,
    find: (url: string, headers?: IncomingHttpHeaders) => cache.find(request(url, headers)),
    findStale: (url: string, options: { revalidate: boolean }, headers?: IncomingHttpHeaders) =>
      cache.findStale(request(url, headers), options),
    get: async (url: string, key?: string | null) => {
      const { response, times } = await cache.get(lookup(url, key));
      return { text: `${await bodyIn(response, null)}`, built: times !== undefined };
    },
  };
}
