import type { Call, Io } from './command.ts';

/** Prints one JSON document on stdout. Dates are ISO 8601 in UTC, amounts euros. */
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

/** Returns `1 row` or `1,200 rows`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** Replaces control characters by �: text that buyers wrote must not control the terminal. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** Returns aligned lines; columns of numbers are aligned right. `none`: the only line if there are no rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none?: string,
): string[] {
  if (none !== undefined && rows.length === 0) return [none];
  const texts = rows.map((row) => row.map((cell) => visible(String(cell))));
  const widths = headings.map((heading, n) =>
    Math.max(lengthOf(heading), ...texts.map((row) => lengthOf(row[n] ?? ''))),
  );
  const isNumber = headings.map((_, n) => rows.some((row) => typeof row[n] === 'number'));
  return [headings, ...texts].map((row) =>
    row
      .map((cell, n) => {
        const gap = ' '.repeat((widths[n] ?? 0) - lengthOf(cell));
        return isNumber[n] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}

function lengthOf(text: string): number {
  return [...text].length;
}
