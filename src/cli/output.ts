import type { Call, Io } from './command.ts';

export function printJson(io: Io, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

export function printLines(io: Io, lines: readonly string[]): void {
  io.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

export function print({ values, io }: Pick<Call, 'values' | 'io'>, document: unknown, lines: readonly string[]): void {
  if (values.json) printJson(io, document);
  else printLines(io, lines);
}

/** Writes a line to stderr, because with --json stdout contains only the document. */
export function note(io: Io, line: string): void {
  io.stderr.write(`${line}\n`);
}

export function noteWaiting(io: Io): void {
  note(io, 'An import is running; waiting for its end.');
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** Replaces control characters by �: text that buyers wrote must not control the terminal. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

export type Row = readonly (string | number)[];

/** Returns headings and rows as lines, or only `emptyText` without rows. Columns with a number are aligned right. */
export function table(headings: readonly string[], rows: readonly Row[], emptyText?: string): string[] {
  if (emptyText !== undefined && rows.length === 0) return [emptyText];
  const textRows = rows.map((row) => row.map((cell) => toPrintable(String(cell))));
  const widths = headings.map((heading, column) =>
    Math.max(characterCount(heading), ...textRows.map((row) => characterCount(row[column] ?? ''))),
  );
  const isNumeric = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  return [headings, ...textRows].map((row) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - characterCount(cell));
        return isNumeric[column] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}

export function tableOrNothing(headings: readonly string[], rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : table(headings, rows);
}

function characterCount(text: string): number {
  return [...text].length;
}
