import { isUtf8 } from 'node:buffer';
import { RefusedList } from '../import/refusal.ts';
import { checkedUtf8 } from '../import/utf8.server.ts';
import { type Encoding, encodings } from './declaration.ts';

const marks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The bytes as UTF-8, whole characters at a time, without a byte order mark. The encoding is the declared one, else that
 * of the mark or of the XML declaration, else UTF-8. Throws RefusedList where the bytes are not of it.
 */
export async function* asUtf8(
  bytes: AsyncIterable<Uint8Array>,
  declared: Encoding | undefined,
): AsyncGenerator<Buffer> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const head = await firstBytes(source, 512);
    const marked = marks.find(([, mark]) => head.subarray(0, mark.length).equals(Buffer.from(mark)));
    const encoding = declared ?? marked?.[0] ?? xmlEncoding(head) ?? 'utf-8';
    if (marked && marked[0] !== encoding) throw otherEncoding(encoding, marked[0]);
    const looksWide = !encoding.startsWith('utf-16') && wideAscii(head);
    if (looksWide) throw otherEncoding(encoding, looksWide);
    const rest = { [Symbol.asyncIterator]: () => withHead(head.subarray(marked?.[1].length ?? 0), source) };
    if (encoding === 'utf-8') yield* checkedUtf8(rest);
    else yield* decoded(rest, encoding, marked?.[1].length ?? 0);
  } finally {
    await source.return?.();
  }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding, skipped: number): AsyncGenerator<Buffer> {
  const wide = encoding.startsWith('utf-16');
  // A file that is UTF-8 from end to end and not plain ASCII is UTF-8, whatever was declared.
  const utf8 = wide ? null : utf8Watch();
  let offset = skipped;
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    const whole = all.subarray(0, wide ? wholePairs(all, encoding) : all.length);
    rest = Buffer.from(all.subarray(whole.length));
    utf8?.see(whole);
    const text = textOf(whole, encoding) ?? refuse(whole, encoding, offset, line);
    offset += whole.length;
    line += text.split('\n').length - 1;
    if (text !== '') yield Buffer.from(text);
  }
  if (rest.length > 0) refuse(rest, encoding, offset, line);
  if (utf8?.isIt()) throw otherEncoding(encoding, 'utf-8');
}

function textOf(bytes: Buffer, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function refuse(bytes: Buffer, encoding: Encoding, offset: number, line: number): never {
  const step = encoding.startsWith('utf-16') ? 2 : 1;
  // By halves: the longest beginning that can be read.
  let good = 0;
  let bad = Math.ceil(bytes.length / step);
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const part = bytes.subarray(0, middle * step);
    if (textOf(step === 2 ? part.subarray(0, wholePairs(part, encoding)) : part, encoding) !== null) good = middle;
    else bad = middle;
  }
  // A beginning that ends in half a pair was read without it.
  const at = step === 2 ? wholePairs(bytes.subarray(0, good * step), encoding) : good;
  const before = textOf(bytes.subarray(0, at), encoding) ?? '';
  throw new RefusedList({
    reason: 'not-in-encoding',
    encoding,
    offset: offset + at,
    line: line + before.split('\n').length - 1,
    byte: bytes[at] ?? 0,
  });
}

/** Where the last whole character of UTF-16 ends. */
function wholePairs(bytes: Buffer, encoding: Encoding): number {
  const even = bytes.length & ~1;
  const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
  return even >= 2 && high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}

function utf8Watch() {
  let rest = Buffer.alloc(0);
  let valid = true;
  let beyondAscii = false;
  return {
    see(bytes: Buffer): void {
      if (!valid) return;
      const all = Buffer.concat([rest, bytes]);
      let end = all.length;
      while (end > 0 && all.length - end < 4 && !isUtf8(all.subarray(0, end))) end--;
      valid = isUtf8(all.subarray(0, end));
      rest = Buffer.from(all.subarray(end));
      beyondAscii ||= all.subarray(0, end).some((byte) => byte >= 0x80);
    },
    isIt: () => valid && beyondAscii && rest.length === 0,
  };
}

/** Letters of ASCII with a zero beside each: UTF-16 without its mark. */
function wideAscii(head: Buffer): 'utf-16le' | 'utf-16be' | null {
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
  const known = encodings.find((one) => one === encoding);
  if (!known)
    throw new RefusedList({
      reason: 'malformed',
      format: 'XML',
      line: 1,
      detail: `unknown encoding ${name.slice(0, 40)}`,
    });
  return known;
}

function otherEncoding(declared: string, found: string): RefusedList {
  return new RefusedList({ reason: 'other-encoding', declared, found });
}

async function firstBytes(source: AsyncIterator<Uint8Array>, least: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < least; ) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return Buffer.concat(chunks);
}

async function* withHead(head: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => source };
}
