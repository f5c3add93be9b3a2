import type { RowFault } from '../../import/file/row-fault.ts';

/** `line`: the first line of a CSV row, or the number of a JSON or XML row. `fields` by the supplier's field names. `fault`: why the whole row is refused. */
export type SupplierRow = { line: number; fields: Map<string, string>; fault?: RowFault };

export const maxRowLength = 64 * 1024;

export const maxDepth = 32;

/** Joins the values of a repeated field with a space. In most columns the joined text is not a valid value. */
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
      const lineEnd = lineFeed < 0 ? chunk.length : lineFeed + 1;
      const end = Math.min(lineEnd, start + maxPieceLength);
      yield { text: chunk.slice(start, end), line };
      if (chunk[end - 1] === '\n') line++;
      start = end;
    }
  }
}
