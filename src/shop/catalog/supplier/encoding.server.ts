import { decode, prepend } from '../import/file/decode.server.ts';
import { RefusedList } from '../import/file/refusal.ts';
import { type Encoding, encodings } from './declaration.ts';

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const maxXmlDeclarationBytes = 512;

/** Decodes by the declared encoding, else the byte order mark, else the XML declaration, else UTF-8. Throws RefusedList if the bytes contradict it. */
export async function* decodeList(
  bytes: AsyncIterable<Uint8Array>,
  declared: Encoding | undefined,
): AsyncGenerator<string> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const head = await firstBytes(source, maxXmlDeclarationBytes);
    const [bomEncoding, bom] =
      byteOrderMarks.find(([, bom]) => Buffer.from(bom).equals(head.subarray(0, bom.length))) ?? [];
    const encoding = declared ?? bomEncoding ?? xmlEncoding(head) ?? 'utf-8';
    if (bomEncoding && bomEncoding !== encoding) throw encodingRefusal(encoding, bomEncoding);
    const isUtf16 = encoding.startsWith('utf-16');
    const utf16WithoutBom = isUtf16 ? null : detectUtf16(head);
    if (utf16WithoutBom) throw encodingRefusal(encoding, utf16WithoutBom);
    const bomLength = bom?.length ?? 0;
    const allBytes = prepend<Uint8Array>(head.subarray(bomLength), source);
    const isSingleByte = encoding !== 'utf-8' && !isUtf16;
    yield* decode(isSingleByte ? refuseUtf8(allBytes, encoding) : allBytes, encoding, bomLength);
  } finally {
    await source.return?.();
  }
}

/** Passes the bytes through. Throws RefusedList at the end if they are valid UTF-8 but not only ASCII. */
async function* refuseUtf8(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isAscii = true;
  const checkUtf8 = (chunk?: Uint8Array) => {
    try {
      if (isUtf8) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  for await (const chunk of bytes) {
    checkUtf8(chunk);
    isAscii &&= chunk.every((byte) => byte < 0x80);
    yield chunk;
  }
  // Ends the decoding: a character that was cut off is not UTF-8.
  checkUtf8();
  if (isUtf8 && !isAscii) throw encodingRefusal(encoding, 'utf-8');
}

/** Detects UTF-16 without a byte order mark: ASCII letters with a zero byte beside each. */
function detectUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head.length < 4) return null;
  const [a, b, c, d] = head;
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : null;
}

function xmlEncoding(head: Buffer): Encoding | null {
  const [, name] = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(head.toString('latin1')) ?? [];
  if (name === undefined) return null;
  const encoding = name
    .toLowerCase()
    .replace(/^(?:iso-8859-1|latin1)$/, 'windows-1252')
    .replace(/^us-ascii$/, 'utf-8');
  const known = encodings.find((candidate) => candidate === encoding);
  if (known) return known;
  const detail = `unknown encoding ${name.slice(0, 40)}`;
  throw new RefusedList({ reason: 'malformed', format: 'XML', line: 1, detail });
}

function encodingRefusal(declared: string, found: string): RefusedList {
  return new RefusedList({ reason: 'other-encoding', declared, found });
}

async function firstBytes(source: AsyncIterator<Uint8Array>, minBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < minBytes; ) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return Buffer.concat(chunks);
}
