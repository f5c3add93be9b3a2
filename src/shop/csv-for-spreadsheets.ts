import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import { amountText, type Cents } from './money.ts';

/** An amount, which CSV has in euros with a decimal comma. As text, a negative one would be escaped like a formula. */
export type CsvAmount = { cents: Cents };

/** For Estonian spreadsheets: byte order mark, semicolons, CRLF, escaped formulas, a comma in each `CsvAmount`. */
export function csvForSpreadsheets(): Stringifier {
  return stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    // Quoted, because other programs take commas and tabs for separators, and trim cells.
    quoted_match: /[,\t\r\n]|^\s|\s$/,
    cast: { string: escapeFormula, object: (amount) => amountText((amount as CsvAmount).cents, ',') },
  });
}

export async function csvText(rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>): Promise<string> {
  let text = '';
  await pipeline(Readable.from(rows), csvForSpreadsheets(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) text += chunk;
  });
  return text;
}

/** Matches cells that spreadsheets run as a formula (docs/decisions/supply/2026-11-21-suppliers-lists.md). */
const formula = /^[\t\r]|^[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
