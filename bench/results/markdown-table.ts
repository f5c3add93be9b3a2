import { cells, type Figure, head } from './figure.ts';
import type { Results } from './results.ts';

type Markers = { begin: string; end: string };

const markers: Markers = {
  begin: '<!-- figures: written by `npm run bench -- --record` -->',
  end: '<!-- end of figures -->',
};

/** The page with the results between its markers. Throws if it has none. */
export function withTable(page: string, results: Results): string {
  return replaceBetween(page, markers, tables(results));
}

/** The page with `text` between its markers instead of the earlier text. Throws if it has none. */
export function replaceBetween(page: string, markers: Markers, text: string): string {
  const [from, to] = offsetsOf(page, markers);
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`;
}

/** The text between the markers of a page. Throws if it has none. */
export function textBetween(page: string, markers: Markers): string {
  return page.slice(...offsetsOf(page, markers)).trim();
}

/** Start and end of the text between the markers. */
function offsetsOf(page: string, { begin, end }: Markers): [from: number, to: number] {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page lacks the markers of its table: ${begin}`);
  return [from + begin.length, to];
}

/** Machine and versions in one line. */
export function machineLine(
  { cpu, cores, memoryGb, kernel }: Results['machine'],
  versions: Results['versions'],
): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}; ${named.join(', ')}.`;
}

function tables({ machine, versions, sections }: Results): string {
  return [
    machineLine(machine, versions),
    ...Object.entries(sections).map(
      ([name, { date, commit, figures }]) =>
        `### ${name}\n\n${date.slice(0, 10)}, commit ${commit || 'unknown'}\n\n${table(figures)}`,
    ),
  ].join('\n\n');
}

/** Figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = [head, ['---', '--:', '--:', '---', '---'], ...figures.map(cells)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
