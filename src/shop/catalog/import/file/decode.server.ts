import { RefusedList } from './refusal.ts';

/** Throws RefusedList with the position of the first invalid byte. `startOffset`: how many bytes precede `bytes`. */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  startOffset = 0,
): AsyncGenerator<string> {
  const decoder = fatalDecoder(encoding);
  let offset = startOffset;
  let line = 1;
  let incompleteCharacter = Buffer.alloc(0);
  for await (const chunk of bytes) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw refusal(Buffer.concat([incompleteCharacter, chunk]), encoding, offset, line);
    }
    // The decoder keeps the bytes of a character that ends in the next chunk.
    const decodedBytes = encodedSize(text, encoding);
    incompleteCharacter = Buffer.concat([incompleteCharacter, chunk]).subarray(decodedBytes);
    offset += decodedBytes;
    line += lineBreaks(text);
    if (text !== '') yield text;
  }
  if (incompleteCharacter.length > 0) throw refusal(incompleteCharacter, encoding, offset, line);
}

function fatalDecoder(encoding: string): TextDecoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

function encodedSize(text: string, encoding: string): number {
  if (encoding === 'utf-8') return Buffer.byteLength(text);
  const bytesPerUnit = encoding.startsWith('utf-16') ? 2 : 1;
  return text.length * bytesPerUnit;
}

function refusal(bytes: Buffer, encoding: string, offset: number, line: number): RefusedList {
  const decoder = fatalDecoder(encoding);
  let validText = '';
  try {
    for (const byte of bytes) validText += decoder.decode(Uint8Array.of(byte), { stream: true });
  } catch {
    // `validText` ends before the invalid character.
  }
  const size = encodedSize(validText, encoding);
  const position = { offset: offset + size, line: line + lineBreaks(validText), byte: bytes[size] ?? 0 };
  if (encoding === 'utf-8') return new RefusedList({ reason: 'not-utf8', ...position });
  return new RefusedList({ reason: 'not-in-encoding', encoding, ...position });
}

export function lineBreaks(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) count++;
  return count;
}

export async function* prepend<T>(head: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
