import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/**
 * `light`: fast, for the first response with a page. `dense`: for pages that are requested again. The small window saves memory:
 * docs/decisions/2026-11-23-memory-of-a-web-process.md.
 */
const qualities = { light: 5, dense: 10 };
const windowBits = 18;

export type Density = keyof typeof qualities;

const paramsOf = (density: Density) => ({
  [constants.BROTLI_PARAM_QUALITY]: qualities[density],
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_LGWIN]: windowBits,
});
const gzipOptions = { level: 6 };
const options = {
  br: { light: { params: paramsOf('light') }, dense: { params: paramsOf('dense') } },
  gzip: { light: gzipOptions, dense: gzipOptions },
};

/** Compresses bytes for the cache. Copies the result out of the 64 kB that zlib allocates, so that it holds no more memory than its length. */
export async function compress(bytes: Buffer, encoding: Encoding, density: Density = 'light'): Promise<Buffer> {
  const compressed = await compressors[encoding](bytes, options[encoding][density]);
  const exact = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(exact);
  return exact;
}

export function decompress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return decompressors[encoding](bytes);
}

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/** Returns the best coding for an `Accept-Encoding` header (RFC 9110, 12.5.3), or null for no coding. */
export function encodingFor(acceptEncoding = ''): Encoding | null {
  return negotiator.negotiate(acceptEncoding.toLowerCase());
}
