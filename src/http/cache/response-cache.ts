import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { compress, decompress, type Encoding } from './encoding.ts';
import type { CacheVersion } from './version.ts';

/** `inputs` determines the response: after a change of version, `build` runs only if `inputs` has changed. */
export type Preparation = { inputs: string; build: () => BuiltResponse | Promise<BuiltResponse> };
type BuiltResponse = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** `isDense`: dense compression has started. `sentHeaders`: of the first reply, except those of its encoding. */
export type CachedResponse = Omit<BuiltResponse, 'text'> & {
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>>;
  requests: number;
  isDense: boolean;
  sentHeaders?: OutgoingHttpHeaders;
};

export type RequestHead = Pick<IncomingMessage, 'url' | 'headers'>;

export type CacheLookup = {
  url: string;
  /** The canonical URL; null: the response is built for this request only and not cached. */
  key: string | null;
  /** The response does not depend on the query: once stored, it answers all URLs of its path. */
  ignoresQuery?: boolean;
  encoding: Encoding;
  prepare: () => Preparation;
  /** The version of further data in the response, which the cache version does not cover. */
  ownVersion?: (() => string) | undefined;
  /** Whether a later request of the same URL (or path, with `ignoresQuery`) may get this response; absent: always. */
  isFor?: (request: RequestHead) => boolean;
};

type BuildTimes = { renderMs: number; compressMs: number };

/** In ms. `currentAt`: when last known to be current; `revalidatedAt`: when `claimRevalidation` last returned true. */
type Age = { version: string; currentAt: number; revalidatedAt: number };
type Entry = Age & Pick<CacheLookup, 'ownVersion'> & { inputsDigest: string; response: CachedResponse };
type Built = { entry: Entry; times: BuildTimes };
/** `key`: the canonical URL of a requested URL. It depends on the date, so it is valid only on the date `keyVersion`. */
type Alias = Pick<CacheLookup, 'isFor'> & { key: string; keyVersion: string };

type Options = CacheVersion & { clock?: () => number; maxBytes?: number; maxUrls?: number };

const maxStaleMs = 20_000;
const revalidateAfterMs = 10_000;
const revalidateEveryMs = 1_000;

const maxUrlLength = 1_000;

/** Dense compression takes much more processor time, so it is for pages that several visitors request. */
const requestsUntilDense = 3;

export type ResponseCache = ReturnType<typeof openResponseCache>;

/** A response cache keyed by canonical URL and cache version, bounded by bytes (LRU). */
export function openResponseCache(options: Options) {
  const { version, keyVersion, clock = () => performance.now(), maxBytes = 16 * 2 ** 20, maxUrls = 10_000 } = options;
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  const aliases = new LRUCache<string, Alias>({ max: maxUrls });
  const pathAliases = new LRUCache<string, Alias>({ max: maxUrls });
  const runningBuilds = new Map<string, { version: string; built: Promise<Built> }>();

  const versionWith = (ownVersion: CacheLookup['ownVersion']) =>
    ownVersion ? `${version()} ${ownVersion()}` : version();
  const ageNow = (ownVersion: CacheLookup['ownVersion']): Age => ({
    version: versionWith(ownVersion),
    currentAt: clock(),
    revalidatedAt: Number.NEGATIVE_INFINITY,
  });
  const isFresh = (entry: Entry) => entry.version === versionWith(entry.ownVersion);
  const mayServeStale = (age: Age) => clock() - age.currentAt < maxStaleMs;

  function claimRevalidation(age: Age): boolean {
    const now = clock();
    if (now - age.currentAt < revalidateAfterMs || now - age.revalidatedAt < revalidateEveryMs) return false;
    age.revalidatedAt = now;
    return true;
  }

  function storedEntry(request: IncomingMessage): Entry | undefined {
    const { method, url = '', headers } = request;
    const needsCorsHeaders = headers.origin !== undefined;
    if ((method !== 'GET' && method !== 'HEAD') || needsCorsHeaders) return undefined;
    const alias = aliases.get(url) ?? pathAliases.get(pathOf(url));
    if (!alias || alias.keyVersion !== keyVersion()) return undefined;
    if (alias.isFor && !alias.isFor(request)) return undefined;
    return entries.get(alias.key);
  }

  async function build(
    preparation: Preparation,
    prepareMs: number,
    { encoding, ownVersion }: Pick<CacheLookup, 'encoding' | 'ownVersion'>,
  ): Promise<Built> {
    const age = ageNow(ownVersion);
    const startedAt = performance.now();
    const { status, headers, text } = await preparation.build();
    const renderedAt = performance.now();
    const bytes = Buffer.from(text);
    const etag = `W/"${digestOf(bytes)}"`;
    const bodies = { [encoding]: await compress(bytes, encoding) };
    const times = { renderMs: prepareMs + renderedAt - startedAt, compressMs: performance.now() - renderedAt };
    const response = { status, etag, headers: { ...headers, etag }, bodies, requests: 0, isDense: false };
    return { entry: { ...age, ownVersion, inputsDigest: digestOf(preparation.inputs), response }, times };
  }

  let denseCompression: Promise<void> | null = null;

  /** Counts a request. From the `requestsUntilDense`th on, compresses the body densely, one body at a time. */
  function reuse(response: CachedResponse): CachedResponse {
    response.requests += 1;
    const isDue = response.requests >= requestsUntilDense && !response.isDense && response.bodies.br;
    if (isDue && !denseCompression) {
      response.isDense = true;
      denseCompression = compressDensely(response)
        .catch(console.error)
        .finally(() => {
          denseCompression = null;
        });
    }
    return response;
  }

  return {
    find(request: IncomingMessage): CachedResponse | undefined {
      const entry = storedEntry(request);
      if (!entry || !isFresh(entry)) return undefined;
      entry.currentAt = clock();
      return reuse(entry.response);
    },

    /** Returns a response current in the last 20 s. With `revalidate`, from an age of 10 s, one request a second gets undefined and must rebuild. */
    findStale(request: IncomingMessage, { revalidate }: { revalidate: boolean }): CachedResponse | undefined {
      const entry = storedEntry(request);
      if (!entry || !mayServeStale(entry)) return undefined;
      const mustRebuild = revalidate && claimRevalidation(entry);
      return mustRebuild ? undefined : entry.response;
    },

    /** Returns a fresh response, built if necessary. `times`: only if this call has built it. */
    async get(lookup: CacheLookup): Promise<{ response: CachedResponse; times?: BuildTimes }> {
      const { url, key, ignoresQuery, prepare, ownVersion, isFor } = lookup;
      const startedAt = performance.now();
      if (key === null) {
        const preparation = prepare();
        const { entry, times } = await build(preparation, performance.now() - startedAt, lookup);
        return { response: entry.response, times };
      }
      const alias = { key, isFor, keyVersion: keyVersion() };
      if (ignoresQuery) pathAliases.set(pathOf(url), alias);
      else if (url.length <= maxUrlLength) aliases.set(url, alias);
      const entry = entries.get(key);
      if (entry && isFresh(entry)) return { response: reuse(entry.response) };
      const running = runningBuilds.get(key);
      if (running?.version === versionWith(ownVersion)) return { response: (await running.built).entry.response };

      const preparation = prepare();
      const inputsDigest = digestOf(preparation.inputs);
      if (entry?.inputsDigest === inputsDigest) {
        Object.assign(entry, ageNow(ownVersion));
        return { response: entry.response };
      }
      const built = build(preparation, performance.now() - startedAt, lookup);
      const ownBuild = { version: versionWith(ownVersion), built };
      const isNewestBuild = () => runningBuilds.get(key) === ownBuild;
      runningBuilds.set(key, ownBuild);
      try {
        const { entry: newEntry, times } = await built;
        if (isNewestBuild()) entries.set(key, newEntry);
        return { response: newEntry.response, times };
      } finally {
        if (isNewestBuild()) runningBuilds.delete(key);
      }
    },
  };
}

/** Returns the body in an encoding (null: uncompressed). Makes a missing encoding from a stored one, and stores it. */
export async function bodyIn({ bodies }: CachedResponse, encoding: Encoding | null): Promise<Buffer> {
  const stored = encoding && bodies[encoding];
  if (stored) return stored;
  const [other] = Object.entries(bodies) as [Encoding, Buffer][];
  if (!other) throw new Error('a cached response without a body');
  const [otherEncoding, otherBody] = other;
  const plain = await decompress(otherBody, otherEncoding);
  if (encoding === null) return plain;
  bodies[encoding] = await compress(plain, encoding);
  return bodies[encoding];
}

async function compressDensely({ bodies }: CachedResponse): Promise<void> {
  if (bodies.br) bodies.br = await compress(await decompress(bodies.br, 'br'), 'br', 'dense');
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

const digestOf = (text: string | Buffer) => hash('sha1', text, 'base64url');

// Estimates: the second encoding is at most 1.5 times as long as the first, headers take 2 kB, keys are stored twice.
const encodingsFactor = 2.5;
const bytesOfHeaders = 2_000;

function bytesOf({ response: { bodies } }: Entry, key: string): number {
  const [firstBody] = Object.values(bodies);
  return Math.ceil(encodingsFactor * (firstBody?.length ?? 0)) + bytesOfHeaders + 2 * key.length;
}
