import type { ListRecord } from './price-list.ts';

/** From a line on that takes more than this to read. */
export type Rest = { line: number; bytes: AsyncGenerator<Buffer> };

/**
 * Reads CSV as long as no line has a quote or is longer than `longest` bytes: nearly every list to its end, at a tenth of
 * what a parser takes. Lines end in LF or CRLF; empty ones are left out. Returns the rest, from the first such line on.
 */
export async function* plainRecords(
  bytes: AsyncGenerator<Buffer>,
  { delimiter, quote, longest }: { delimiter: string; quote: string | null; longest: number },
): AsyncGenerator<ListRecord, Rest | null> {
  let line = 1;
  let unread: Buffer = Buffer.alloc(0);
  let handedOn = false;
  const rest = (): Rest => {
    handedOn = true;
    return { line, bytes: followedBy(unread, bytes) };
  };
  try {
    for (;;) {
      const { value, done } = await bytes.next();
      if (!done) unread = unread.length === 0 ? value : Buffer.concat([unread, value]);
      while (unread.length > 0) {
        const feed = unread.indexOf(10);
        if (feed < 0 && !done) break;
        const end = feed < 0 ? unread.length : feed;
        // By itself, so that a cell that is remembered keeps no more than its line in memory.
        const text = unread.toString('utf8', 0, feed > 0 && unread[feed - 1] === 13 ? feed - 1 : end);
        if (end > longest || (quote !== null && text.includes(quote))) return rest();
        if (text !== '') yield { line, fields: text.split(delimiter) };
        line++;
        unread = unread.subarray(end + 1);
      }
      if (done) return null;
      if (unread.length > longest) return rest();
    }
  } finally {
    if (!handedOn) await bytes.return(undefined);
  }
}

async function* followedBy(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}
