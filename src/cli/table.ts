import { visible } from './output.ts';

/** Rows under their headings, in columns. Numbers stand to the right. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
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
