import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RefusedList } from '../import/refusal.ts';

/** A file that is a gzip, `list.csv.gz`, unpacked; any other as it is. Throws RefusedList beyond `most` unpacked bytes. */
export async function* unzipped(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (first.done) return;
    const all = withFirst(first.value, source);
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* gunzipped(all, most);
    else yield* all;
  } finally {
    await source.return?.();
  }
}

async function* gunzipped(bytes: AsyncGenerator<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // What goes wrong there ends the reading with the same error.
  pipeline(Readable.from(bytes), gunzip, () => {});
  let size = 0;
  try {
    for await (const chunk of gunzip) {
      size += chunk.length;
      if (size > most) throw new RefusedList({ reason: 'too-large', bytes: most });
      yield chunk;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new RefusedList({ reason: 'cut-short', format: 'gzip' });
    if (code?.startsWith('Z_')) throw new RefusedList({ reason: 'malformed', format: 'gzip', line: 1, detail: code });
    throw error;
  }
}

async function* withFirst(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => source };
}
