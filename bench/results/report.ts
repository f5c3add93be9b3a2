import { cells, type Figure, head, meetsTarget, targetText } from './figure.ts';

type Change = { what: string; was: number; is: number; unit: string; percent: number | null };

/** Changes since an earlier run, in % of the earlier value; figures that the earlier run lacks are left out. */
export function changes(figures: readonly Figure[], earlier: readonly Figure[]): Change[] {
  const known = new Map(earlier.map((figure) => [figure.id, figure]));
  return figures.flatMap(({ id, what, measured, unit }) => {
    const was = known.get(id);
    if (!was || was.unit !== unit) return [];
    const percent = was.measured === 0 ? null : Math.round((measured / was.measured - 1) * 1000) / 10;
    return [{ what, was: was.measured, is: measured, unit, percent }];
  });
}

export function printFigures(section: string, figures: readonly Figure[]): void {
  console.log(`\n${section}\n\n${aligned([head, ...figures.map(cells)])}`);
}

/** `since`: name of the earlier run. */
export function printChanges(changed: readonly Change[], since: string): void {
  if (changed.length === 0) return;
  const rows = changed.map(({ what, was, is, unit, percent }) => [
    what,
    `${was} ${unit}`,
    `${is} ${unit}`,
    percent === null ? '–' : `${percent > 0 ? '+' : ''}${percent} %`,
  ]);
  console.log(`\nCompared with ${since}\n\n${aligned([['', 'was', 'is', 'change'], ...rows])}`);
}

/** Prints how many targets are met, and the figures that miss theirs. */
export function printOutcome(figures: readonly Figure[]): void {
  const withTarget = figures.filter(({ target }) => target);
  const missed = withTarget.filter((figure) => !meetsTarget(figure));
  console.log(`\n${withTarget.length - missed.length} of ${withTarget.length} targets met.`);
  for (const figure of missed) {
    const { what, measured, unit } = figure;
    console.log(`Not met: ${what}: ${measured} ${unit}, target ${targetText(figure)}`);
  }
}

/** Rows as lines with aligned columns. */
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
