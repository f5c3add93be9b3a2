import { createHash } from 'node:crypto';
import type { BackupTable } from './manifest.ts';

const lineEnd = 10;

/** Passes the bytes of a table's file on, and tells afterwards what they were. */
export function measured(chunks: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  async function* passing() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      rows += linesIn(chunk);
      yield chunk;
    }
  }
  return {
    chunks: passing(),
    rowsSoFar: () => rows,
    /** To be asked once, when all have passed. */
    measures: (): Pick<BackupTable, 'rows' | 'sha256'> & { bytes: number } => ({
      rows,
      bytes,
      sha256: hash.digest('hex'),
    }),
  };
}

/** COPY escapes the line ends within values, so every one left ends a row. */
function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
  return lines;
}
