import { RefusedList } from './refusal.ts';

/** Throws RefusedList with the place of the first byte that is not of the encoding. `skipped`: bytes of a mark before these. */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  skipped = 0,
): AsyncGenerator<string> {
  const decoder = fatalDecoder(encoding);
  let offset = skipped;
  let line = 1;
  let cut = Buffer.alloc(0);
  for await (const chunk of bytes) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw refusal(Buffer.concat([cut, chunk]), encoding, offset, line);
    }
    const size = sizeOf(text, encoding);
    const cutSize = cut.length + chunk.length - size;
    cut = cutSize === 0 ? Buffer.alloc(0) : Buffer.concat([cut, chunk]).subarray(-cutSize);
    offset += size;
    line += lineBreaks(text);
    if (text !== '') yield text;
  }
  if (cut.length > 0) throw refusal(cut, encoding, offset, line);
}

function fatalDecoder(encoding: string): TextDecoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

function sizeOf(text: string, encoding: string): number {
  if (encoding === 'utf-8') return Buffer.byteLength(text);
  return encoding.startsWith('utf-16') ? text.length * 2 : text.length;
}

/** Finds the first bad byte by decoding byte by byte. `offset` and `line` are those of the first byte. */
function refusal(bytes: Buffer, encoding: string, offset: number, line: number): RefusedList {
  const decoder = fatalDecoder(encoding);
  let good = '';
  try {
    for (const byte of bytes) good += decoder.decode(Uint8Array.of(byte), { stream: true });
  } catch {
    // `good` ends before the bad character.
  }
  const size = sizeOf(good, encoding);
  const place = { offset: offset + size, line: line + lineBreaks(good), byte: bytes[size] ?? 0 };
  if (encoding === 'utf-8') return new RefusedList({ reason: 'not-utf8', ...place });
  return new RefusedList({ reason: 'not-in-encoding', encoding, ...place });
}

export function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

export async function* prepend<T>(head: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}
