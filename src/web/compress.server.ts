import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const gzipOptions = { level: 6 };

/** Text in the best encoding that the client takes (RFC 9110, Accept-Encoding). */
export async function encoded(text: string, accepts = ''): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | null }> {
  const takes = codings(accepts);
  if (takes('br')) return { body: await brotli(text, brotliOptions), encoding: 'br' };
  if (takes('gzip')) return { body: await zip(text, gzipOptions), encoding: 'gzip' };
  return { body: Buffer.from(text), encoding: null };
}

/** The same for text that is made while it is sent; null: the client takes it only as it is. */
export function encoder(accepts = ''): { stream: Transform; encoding: 'br' | 'gzip' } | null {
  const takes = codings(accepts);
  if (takes('br')) return { stream: createBrotliCompress(brotliOptions), encoding: 'br' };
  if (takes('gzip')) return { stream: createGzip(gzipOptions), encoding: 'gzip' };
  return null;
}

function codings(accepts: string): (coding: string) => boolean {
  const weights = new Map(
    accepts.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, q ? Number(q.slice(2)) : 1];
    }),
  );
  return (coding) => (weights.get(coding) ?? 0) > 0;
}
