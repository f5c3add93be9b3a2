import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../results/figure.ts';
import { commit, machine, versions } from '../results/machine.ts';
import { between, machineLine, table } from '../results/markdown-table.ts';

const page = join(import.meta.dirname, '../../docs/load.md');

const markers = {
  begin: '<!-- figures: written by `npm run bench -- load --record` -->',
  end: '<!-- end of figures -->',
};

/** Writes what was measured into docs/load.md, a table a section. */
export async function recordLoad(sections: Record<string, readonly Figure[]>): Promise<void> {
  const tables = Object.entries(sections).map(([name, figures]) => `### ${name}\n\n${table(figures)}`);
  const about = `${machineLine(machine(), await versions())} ${new Date().toISOString().slice(0, 10)}, commit ${await commit()}.`;
  await writeFile(page, between(await readFile(page, 'utf8'), markers, [about, ...tables].join('\n\n')));
}
