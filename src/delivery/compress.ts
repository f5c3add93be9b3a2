import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** The codings that browsers take. */
export type Packing = 'br' | 'gzip';

/** How a text travels; null: as it is. */
export type Coding = Packing | null;

const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const gzipOptions = { level: 6 };

/** A window of 256 kB holds any page whole: the same bytes as with the usual 4 MB, for a part of the memory while it is at work. */
const window = 18;

/** Bytes in a coding, for many clients: to be kept, so without the 64 kB that zlib has taken for them. */
export async function packed(bytes: Buffer, coding: Packing): Promise<Buffer> {
  const made = await (coding === 'br' ? brotli(bytes, ofSize(bytes.length)) : zip(bytes, gzipOptions));
  const exact = Buffer.allocUnsafeSlow(made.length);
  made.copy(exact);
  return exact;
}

function ofSize(length: number): BrotliOptions {
  const { params } = brotliOptions;
  return { params: { ...params, [constants.BROTLI_PARAM_LGWIN]: window, [constants.BROTLI_PARAM_SIZE_HINT]: length } };
}

/** The bytes that were packed. */
export function unpacked(bytes: Buffer, coding: Packing): Promise<Buffer> {
  return coding === 'br' ? unbrotli(bytes) : unzip(bytes);
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
