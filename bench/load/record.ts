import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../results/figure.ts';
import { commit, machine, versions } from '../results/machine.ts';
import { machineLine, replaceBetween, table, textBetween } from '../results/markdown-table.ts';

const page = join(import.meta.dirname, '../../docs/load.md');

const markers = {
  begin: '<!-- figures: written by `npm run bench -- load --record` -->',
  end: '<!-- end of figures -->',
};

/** Writes one table for each section into docs/load.md. Sections that did not run keep theirs if the machine is the same. */
export async function recordLoad(sections: Record<string, readonly Figure[]>): Promise<void> {
  const about = machineLine(machine(), await versions());
  const date = `${new Date().toISOString().slice(0, 10)}, commit ${await commit()}`;
  const tables = Object.fromEntries(
    Object.entries(sections).map(([name, figures]) => [name, `${date}\n\n${table(figures)}`]),
  );
  await writeFile(page, withTables(await readFile(page, 'utf8'), about, tables));
}

/**
 * Returns the page with one `### name` section for each table. Earlier sections stay if the machine is the same.
 * `about`: the output of `machineLine`.
 */
export function withTables(page: string, about: string, tables: Record<string, string>): string {
  const [machineText = '', ...parts] = textBetween(page, markers).split(/^### /m);
  const machineOf = (line: string) => line.trim().split(';')[0];
  const recorded = parts.map((part): [string, string] => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end).trim()];
  });
  const all = { ...(machineOf(machineText) === machineOf(about) && Object.fromEntries(recorded)), ...tables };
  const sections = Object.entries(all).map(([name, text]) => `### ${name}\n\n${text}`);
  return replaceBetween(page, markers, [about, ...sections].join('\n\n'));
}
