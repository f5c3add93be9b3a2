import type { Io } from './command.ts';

/** One JSON document on stdout. Dates are ISO 8601 in UTC, amounts euros. */
export function printJson(io: Io, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

export function printLines(io: Io, lines: readonly string[]): void {
  io.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** A line for people; with --json, stdout is for the document alone. */
export function note(io: Io, line: string): void {
  io.stderr.write(`${line}\n`);
}

/** `1 order`, `1,200 orders`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** Text that buyers wrote, on one line of a terminal: what could steer the terminal is shown as �. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}
