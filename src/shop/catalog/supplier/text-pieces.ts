/** How many characters a parser is given at once: little enough that what it holds stays small. */
const pieceLength = 16 * 1024;

/** UTF-8, whole characters at a time, as short texts; none spans a line break, so that lines can be counted. */
export async function* textPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ text: string; line: number }> {
  let line = 1;
  for await (const chunk of bytes) {
    const text = chunk.toString();
    for (let at = 0; at < text.length; ) {
      const feed = text.indexOf('\n', at);
      const end = Math.min(feed < 0 ? text.length : feed + 1, at + pieceLength);
      yield { text: text.slice(at, end), line };
      if (end === feed + 1 && feed >= 0) line++;
      at = end;
    }
  }
}
