import { isUtf8 } from 'node:buffer';
import { RefusedList } from './refusal.ts';

/** Passes the bytes on, whole characters at a time; refuses the first byte that is not UTF-8. */
export async function* checkedUtf8(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let offset = 0;
  let line = 1;
  let rest = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? asBuffer(chunk) : Buffer.concat([rest, chunk]);
    const end = wholeCharacters(bytes);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) refuse(whole, offset, line);
    offset += end;
    line += breaks(whole);
    rest = Buffer.from(bytes.subarray(end));
    if (end > 0) yield whole;
  }
  if (rest.length > 0) refuse(rest, offset, line);
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Where the last character begins that the chunk may have cut in two; otherwise its end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

function refuse(bytes: Buffer, offset: number, line: number): never {
  const at = firstBadByte(bytes);
  throw new RefusedList({
    reason: 'not-utf8',
    offset: offset + at,
    line: line + breaks(bytes.subarray(0, at)),
    byte: bytes[at] ?? 0,
  });
}

function firstBadByte(bytes: Buffer): number {
  // The longest beginning that is UTF-8, by halves; a beginning that cuts a character is judged without it.
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes.subarray(0, middle))))) good = middle;
    else bad = middle;
  }
  return wholeCharacters(bytes.subarray(0, good));
}

function breaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
