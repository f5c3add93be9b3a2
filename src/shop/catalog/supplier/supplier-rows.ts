export type SupplierRow = { line: number; fields: Map<string, string>; fault?: string };

export const maxText = 64 * 1024;

export const maxDepth = 32;

/** A repeated field gets both values, which the cell's reader then refuses. */
export function addField(fields: Map<string, string>, name: string, value: string): void {
  const before = fields.get(name);
  fields.set(name, before === undefined || before === '' ? value : value === '' ? before : `${before} ${value}`);
}

const maxPiece = 16 * 1024;

export async function* textPieces(text: AsyncIterable<string>): AsyncGenerator<{ text: string; line: number }> {
  let line = 1;
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; ) {
      const feed = chunk.indexOf('\n', at);
      const end = Math.min(feed < 0 ? chunk.length : feed + 1, at + maxPiece);
      yield { text: chunk.slice(at, end), line };
      if (end === feed + 1 && feed >= 0) line++;
      at = end;
    }
  }
}
