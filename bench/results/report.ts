import { cells, head } from './cells.ts';
import type { Change } from './compare.ts';
import { type Figure, meetsTarget, targetText } from './figure.ts';

export function printFigures(section: string, figures: readonly Figure[]): void {
  console.log(`\n${section}\n\n${aligned([head, ...figures.map(cells)])}`);
}

/** `since`: what they are compared with. */
export function printChanges(changes: readonly Change[], since: string): void {
  if (changes.length === 0) return;
  const rows = changes.map(({ what, was, is, unit, percent }) => [
    what,
    `${was} ${unit}`,
    `${is} ${unit}`,
    percent === null ? '–' : `${percent > 0 ? '+' : ''}${percent} %`,
  ]);
  console.log(`\nBeside ${since}\n\n${aligned([['', 'was', 'is', 'change'], ...rows])}`);
}

/** How many targets are met, and which are not. */
export function printOutcome(figures: readonly Figure[]): void {
  const asked = figures.filter(({ target }) => target);
  const missed = asked.filter((figure) => !meetsTarget(figure));
  console.log(`\n${asked.length - missed.length} of ${asked.length} targets met.`);
  for (const figure of missed) {
    const { what, measured, unit } = figure;
    console.log(`Not met: ${what}: ${measured} ${unit}, target ${targetText(figure)}`);
  }
}

/** Rows as lines, their cells under one another. */
function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
