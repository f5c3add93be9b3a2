import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { lineBreaks, prepend } from './decode.server.ts';
import { RefusedList } from './refusal.ts';
import type { ListRecord } from './row.ts';

const maxRecordLength = 64 * 1024;
const maxLineLength = 4 * maxRecordLength;

/** Defaults: the more frequent of comma and semicolon in the first line, and `"`. `quote` null: no cell is quoted. */
export type CsvDialect = { delimiter?: string; quote?: string | null };

/** Throws RefusedList for a record longer than 64 kB, an unclosed quote, and lines that end in CR alone. */
export async function* readRecords(text: AsyncIterable<string>, dialect: CsvDialect = {}): AsyncGenerator<ListRecord> {
  const source = text[Symbol.asyncIterator]();
  const beginning = await readFirstLine(source);
  if (hasOnlyCarriageReturns(beginning)) {
    await source.return?.();
    throw new RefusedList({ reason: 'carriage-returns' });
  }
  const { delimiter = delimiterOf(beginning), quote = '"' } = dialect;
  let lastLine = 0;
  let countedEmptyLines = 0;
  const recordLines: number[] = [];
  const parser = parse({
    delimiter,
    quote,
    bom: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    // Counts lines, because the parser's own count takes a CRLF inside quotes for two lines.
    on_record: (fields, { empty_lines }) => {
      const emptyLinesBefore = empty_lines - countedEmptyLines;
      const line = lastLine + emptyLinesBefore + 1;
      const lineBreaksInCells = fields.reduce((breaks, field) => breaks + lineBreaks(field), 0);
      lastLine = line + lineBreaksInCells;
      countedEmptyLines = empty_lines;
      recordLines.push(line);
      return fields;
    },
  });
  // Errors are ignored here, because iterating over the parser throws them too.
  pipeline(withLineLimit(prepend(beginning, source)), parser).catch(() => {});
  try {
    for await (const fields of parser) yield { line: recordLines.shift() ?? 0, fields };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = error.code === 'CSV_MAX_RECORD_SIZE' ? 'record-too-long' : 'quote-not-closed';
    throw new RefusedList({ reason, line: lastLine + 1 });
  }
}

async function readFirstLine(source: AsyncIterator<string>): Promise<string> {
  let beginning = '';
  while (beginning.length < maxRecordLength && !beginning.includes('\n')) {
    const { value, done } = await source.next();
    if (done) break;
    beginning += value;
  }
  return beginning;
}

/** Limits the length of lines: the parser limits the text of cells, but not the separators between them. */
async function* withLineLimit(text: AsyncIterable<string>): AsyncGenerator<string> {
  let line = 1;
  let length = 0;
  for await (const chunk of text) {
    for (const [index, part] of chunk.split('\n').entries()) {
      const startsLine = index > 0;
      if (startsLine) {
        line++;
        length = 0;
      }
      length += part.length;
      if (length > maxLineLength) throw new RefusedList({ reason: 'record-too-long', line });
    }
    yield chunk;
  }
}

function hasOnlyCarriageReturns(beginning: string): boolean {
  const firstReturn = beginning.indexOf('\r');
  const mayBeginCrlf = firstReturn === beginning.length - 1;
  return firstReturn >= 0 && !mayBeginCrlf && !beginning.includes('\n');
}

function delimiterOf(beginning: string): ',' | ';' {
  const [line = ''] = beginning.split('\n', 1);
  return line.split(';').length > line.split(',').length ? ';' : ',';
}
