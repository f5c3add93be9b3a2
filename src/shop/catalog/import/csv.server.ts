import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { plainRecords, type Rest } from './plain-records.server.ts';
import type { ListRecord } from './price-list.ts';
import { RefusedList } from './refusal.ts';

const longestRecord = 64 * 1024;
/** In bytes, quotes and separators with it. */
const longestLine = 4 * longestRecord;

export type CsvDialect = {
  /** Absent: comma or semicolon, what the first line has more of. */
  delimiter?: string;
  /** Absent: `"`, as Excel writes it; null: no cell is quoted. */
  quote?: string | null;
};

/**
 * Reads CSV record by record: BOM, CRLF and quotes as Excel writes them, empty lines left out. Throws RefusedList where
 * a record is longer than 64 kB, a quote stays open, or lines end in CR alone.
 */
export async function* readRecords(bytes: AsyncIterable<Buffer>, dialect: CsvDialect = {}): AsyncGenerator<ListRecord> {
  const source = bytes[Symbol.asyncIterator]();
  const head = await firstLine(source);
  if (isClassicMac(head)) {
    await source.return?.();
    throw new RefusedList({ reason: 'carriage-returns' });
  }
  const { delimiter = delimiterOf(head.toString()), quote = '"' } = dialect;
  const rest = yield* plainRecords(rejoined(withoutBom(head), source), { delimiter, quote, longest: longestRecord });
  if (rest) yield* quotedRecords(rest, { delimiter, quote });
}

async function* quotedRecords(rest: Rest, dialect: Required<CsvDialect>): AsyncGenerator<ListRecord> {
  const lines = lineCounter(rest.line - 1);
  // Where the records begin that are read but not yet given out.
  const begun: number[] = [];
  const parser = parse({
    ...dialect,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    on_record: (fields, { empty_lines }) => {
      begun.push(lines.next(fields, empty_lines));
      return fields;
    },
  });
  const feeding = pipeline(withoutEndlessLines(rest), parser);
  // What goes wrong there ends the parser with the same error.
  feeding.catch(() => {});
  try {
    for await (const fields of parser) yield { line: begun.shift() ?? 0, fields };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = error.code === 'CSV_MAX_RECORD_SIZE' ? 'record-too-long' : 'quote-not-closed';
    throw new RefusedList({ reason, line: lines.expected() });
  }
}

async function firstLine(source: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let size = 0; size < longestRecord; ) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (value.includes(10)) break;
  }
  return Buffer.concat(chunks);
}

async function* rejoined(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  } finally {
    await source.return?.();
  }
}

/** The parser counts what stands in cells, but not what stands between them: a line of commas has no end for it. */
async function* withoutEndlessLines(rest: Rest): AsyncGenerator<Buffer> {
  let { line } = rest;
  let length = 0;
  for await (const chunk of rest.bytes) {
    let from = 0;
    for (let feed = chunk.indexOf(10); feed >= 0; feed = chunk.indexOf(10, from)) {
      if (length + feed - from > longestLine) throw new RefusedList({ reason: 'record-too-long', line });
      line++;
      length = 0;
      from = feed + 1;
    }
    length += chunk.length - from;
    if (length > longestLine) throw new RefusedList({ reason: 'record-too-long', line });
    yield chunk;
  }
}

function withoutBom(head: Buffer): Buffer {
  return head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? head.subarray(3) : head;
}

/** Several lines, and not one of them ends in LF. */
function isClassicMac(head: Buffer): boolean {
  const cr = head.indexOf(13);
  return !head.includes(10) && cr >= 0 && cr < head.length - 1;
}

function delimiterOf(head: string): ',' | ';' {
  const [line = ''] = head.split('\n', 1);
  return line.split(';').length > line.split(',').length ? ';' : ',';
}

/** In which line each record begins. The parser's own count takes a CRLF inside quotes for two lines. */
function lineCounter(before: number) {
  let end = before;
  let emptyLines = 0;
  return {
    next(fields: string[], emptyLinesSoFar: number): number {
      const line = end + (emptyLinesSoFar - emptyLines) + 1;
      end = line + fields.reduce((breaks, field) => breaks + lineBreaks(field), 0);
      emptyLines = emptyLinesSoFar;
      return line;
    },
    expected: () => end + 1,
  };
}

function lineBreaks(field: string): number {
  return field.includes('\n') ? field.split('\n').length - 1 : 0;
}
