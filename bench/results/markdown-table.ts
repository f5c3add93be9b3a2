import { cells, head } from './cells.ts';
import type { Figure } from './figure.ts';
import type { Results } from './results.ts';

type Markers = { begin: string; end: string };

const markers: Markers = {
  begin: '<!-- figures: written by `npm run bench -- --record` -->',
  end: '<!-- end of figures -->',
};

/** The page with the results between its two markers. Throws when it has none. */
export function withTable(page: string, results: Results): string {
  return between(page, markers, tables(results));
}

/** A page with this between its two markers, and nothing else. Throws when it has none. */
export function between(page: string, markers: Markers, text: string): string {
  const [from, to] = placesOf(page, markers);
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`;
}

/** What a page has between its two markers. Throws when it has none. */
export function textBetween(page: string, markers: Markers): string {
  return page.slice(...placesOf(page, markers)).trim();
}

/** Where the text between the markers begins and ends. */
function placesOf(page: string, { begin, end }: Markers): [from: number, to: number] {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`a page lacks the markers of its table: ${begin}`);
  return [from + begin.length, to];
}

/** What was measured on, in a line. */
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

/** Figures as a table of a page. */
export function table(figures: readonly Figure[]): string {
  const rows = [head, ['---', '--:', '--:', '---', '---'], ...figures.map(cells)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
