import type { Readable } from 'node:stream';
import { type Day, isDay } from '../../../calendar.ts';
import { readRecords } from './csv.server.ts';
import { decode } from './decode.server.ts';
import { accept, normalizeCell, type Reader, refuse } from './fields.ts';
import { columnsText, RefusedList, refusalText } from './refusal.ts';
import { faultText } from './row-fault.ts';

/** Cells of a row by the name of their column, in lower case; a column that the list lacks is undefined. */
export type NamedCells = Readonly<Record<string, string>>;

export type RowProblem = { column: string; problem: string };

export type BadRow = RowProblem & { line: number };

/** `refusal`: why nothing was imported. `badRows`: the first bad rows. */
export type RowsReport = { refusal: string | null; bad: number; badRows: BadRow[] };

type ReadRow<T> = (cells: NamedCells, line: number) => { ok: true; row: T } | ({ ok: false } & RowProblem);

const maxReported = 50;

export function addBadRow(report: RowsReport, row: BadRow): void {
  report.bad += 1;
  if (report.badRows.length < maxReported) report.badRows.push(row);
}

/** Returns the good rows of a CSV list that the owner writes (UTF-8, commas or semicolons, columns in any order); none if the list is refused. Adds
 * bad rows to the report. With `optionalColumns`, refuses a list with another column, whose name may be misspelled; without, accepts other columns. */
export async function readNamedRows<T>(
  list: Readable,
  columns: readonly string[],
  options: { report: RowsReport; maxRows: number; readRow: ReadRow<T>; optionalColumns?: readonly string[] },
): Promise<T[]> {
  const { report, maxRows, readRow, optionalColumns } = options;
  const rows: T[] = [];
  let names: readonly string[] | null = null;
  try {
    for await (const { line, fields } of readRecords(decode(list, 'utf-8'))) {
      if (!names) {
        const header = fields.map((field) => field.trim().toLowerCase());
        names = header;
        const repeated = header.filter((name, index) => name !== '' && header.indexOf(name) < index);
        if (repeated.length > 0) throw new RefusedList({ reason: 'repeated-columns', columns: [...new Set(repeated)] });
        const missing = columns.filter((column) => !header.includes(column));
        if (missing.length > 0) throw new RefusedList({ reason: 'missing-columns', columns: missing });
        const unknown =
          optionalColumns && header.filter((name) => ![...columns, ...optionalColumns, ''].includes(name));
        if (unknown && unknown.length > 0) {
          report.refusal = `unknown ${columnsText(unknown)}`;
          return [];
        }
        continue;
      }
      // An unquoted comma in a number shifts the next values by a column. The last row of a cut-off list lacks values.
      const lacksFields = fields.length < names.length;
      const hasValuesAfterLastColumn = fields.slice(names.length).some((field) => field.trim() !== '');
      if (lacksFields || hasValuesAfterLastColumn) {
        const problem = `has ${fields.length} fields where the header has ${names.length}`;
        addBadRow(report, { line, column: 'the row', problem });
        continue;
      }
      const cells = Object.fromEntries(names.map((column, index) => [column, fields[index]?.trim() ?? '']));
      const reading = readRow(cells, line);
      if (reading.ok) rows.push(reading.row);
      else addBadRow(report, { line, column: reading.column, problem: reading.problem });
      if (rows.length > maxRows) {
        report.refusal = `it has more than ${maxRows} rows`;
        return [];
      }
    }
  } catch (error) {
    if (!(error instanceof RefusedList)) throw error;
    report.refusal = refusalText(error.refusal);
    return [];
  }
  return rows;
}

type Values<R> = { [Column in keyof R]: R[Column] extends Reader<infer T> ? T : never };

export function readCells<R extends Record<string, Reader<unknown>>>(
  cells: NamedCells,
  readers: R,
): { ok: true; values: Values<R> } | ({ ok: false } & RowProblem) {
  const values: Record<string, unknown> = {};
  for (const [column, read] of Object.entries(readers)) {
    const text = normalizeCell(cells[column] ?? '');
    const reading = text.ok ? read(text.value) : text;
    if (!reading.ok) return { ok: false, column, problem: `is ${faultText(reading.fault)}` };
    values[column] = reading.value;
  }
  return { ok: true, values: values as Values<R> };
}

/** A day, as ISO 8601 (2027-03-01) or as spreadsheets in Estonia write it (1.03.2027). */
export const dayCell: Reader<Day> = (text) => {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const day = year === '' ? text : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? accept(day) : refuse({ reason: 'not-day' });
};
