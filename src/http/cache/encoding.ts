import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** Brotli qualities. `light`: for a page built on request. `dense`: for pages that are requested again. */
const qualities = { light: 5, dense: 10 };
// A small window saves memory: docs/decisions/web/2026-11-23-memory-of-a-web-process.md.
const windowBits = 18;

export type Density = keyof typeof qualities;

const brotliParams = (density: Density) => ({
  [constants.BROTLI_PARAM_QUALITY]: qualities[density],
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_LGWIN]: windowBits,
});
const gzipOptions = { level: 6 };
const options = {
  br: { light: { params: brotliParams('light') }, dense: { params: brotliParams('dense') } },
  gzip: { light: gzipOptions, dense: gzipOptions },
};

/** Compresses bytes, and copies the result out of zlib's 64 kB buffer to free it. `density`: only for brotli. */
export async function compress(bytes: Buffer, encoding: Encoding, density: Density = 'light'): Promise<Buffer> {
  const compressed = await compressors[encoding](bytes, options[encoding][density]);
  const trimmed = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(trimmed);
  return trimmed;
}

export function decompress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return decompressors[encoding](bytes);
}

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/** Returns the best encoding for an `Accept-Encoding` header (RFC 9110, 12.5.3); null: send uncompressed. */
export function encodingFor(acceptEncoding = ''): Encoding | null {
  return negotiator.negotiate(acceptEncoding.toLowerCase());
}
