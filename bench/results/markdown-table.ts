import { cells, head } from './cells.ts';
import type { Figure } from './figure.ts';
import type { Results } from './results.ts';

const begin = '<!-- figures: written by `npm run bench -- --record` -->';
const end = '<!-- end of figures -->';

/** The page with the results between its two markers. Throws when it has none. */
export function withTable(page: string, results: Results): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/performance.md lacks the markers of its table');
  return `${page.slice(0, from)}${begin}\n\n${tables(results)}\n\n${page.slice(to)}`;
}

function tables({ machine, versions, sections }: Results): string {
  const { cpu, cores, memoryGb, kernel } = machine;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}; ${named.join(', ')}.`,
    ...Object.entries(sections).map(
      ([name, { date, commit, figures }]) =>
        `### ${name}\n\n${date.slice(0, 10)}, commit ${commit || 'unknown'}\n\n${table(figures)}`,
    ),
  ].join('\n\n');
}

function table(figures: readonly Figure[]): string {
  const rows = [head, ['---', '--:', '--:', '---', '---'], ...figures.map(cells)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
