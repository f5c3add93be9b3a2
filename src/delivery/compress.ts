import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** How a text travels; null: as it is. */
export type Coding = 'br' | 'gzip' | null;

const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const gzipOptions = { level: 6 };

/** A text in both codings that browsers take, for many clients. */
export async function inEveryCoding(text: string): Promise<Record<'br' | 'gzip', Buffer>> {
  const [br, gz] = await Promise.all([brotli(text, brotliOptions), zip(text, gzipOptions)]);
  return { br, gzip: gz };
}

/** A coder for text that is made while it is sent; null: the client takes it only as it is. */
export function encoder(accepts = ''): { stream: Transform; encoding: 'br' | 'gzip' } | null {
  const encoding = codingFor(accepts);
  if (encoding === null) return null;
  return { stream: encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions), encoding };
}

/** The best coding that the client takes (RFC 9110, Accept-Encoding). */
export function codingFor(accepts = ''): Coding {
  const weights = new Map(
    accepts.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, q ? Number(q.slice(2)) : 1];
    }),
  );
  const takes = (coding: string) => (weights.get(coding) ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}
