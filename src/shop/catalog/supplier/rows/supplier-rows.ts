/** `fields` by the supplier's field names. `fault`: the reason if the whole row is refused. */
export type SupplierRow = { line: number; fields: Map<string, string>; fault?: string };

/** Maximum length of a row in characters. */
export const maxText = 64 * 1024;

export const maxDepth = 32;

/** A repeated field gets both values joined, which the reader of the cell then refuses. */
export function addField(fields: Map<string, string>, name: string, value: string): void {
  const existing = fields.get(name) ?? '';
  const isRepeated = existing !== '' && value !== '';
  fields.set(name, isRepeated ? `${existing} ${value}` : existing || value);
}

const maxPieceLength = 16 * 1024;

/** Splits text at line feeds and after 16,384 characters. `line`: the line number of the piece. */
export async function* textPieces(text: AsyncIterable<string>): AsyncGenerator<{ text: string; line: number }> {
  let line = 1;
  for await (const chunk of text) {
    for (let start = 0; start < chunk.length; ) {
      const lineFeed = chunk.indexOf('\n', start);
      const end = Math.min(lineFeed < 0 ? chunk.length : lineFeed + 1, start + maxPieceLength);
      yield { text: chunk.slice(start, end), line };
      if (end === lineFeed + 1 && lineFeed >= 0) line++;
      start = end;
    }
  }
}
