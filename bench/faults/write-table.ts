import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from '../results/machine.ts';

const page = join(import.meta.dirname, '../../docs/reliability.md');
const begin = '<!-- faults: written by `npm run bench -- faults` -->';
const end = '<!-- end of faults -->';

/** Puts the table between the markers of docs/reliability.md. Returns what was done, in a line; throws where they are missing. */
export async function writeTable(table: string): Promise<string> {
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/reliability.md lacks the markers of its table');
  const { cpu, cores, memoryGb, kernel } = machine();
  const where = `${new Date().toISOString().slice(0, 10)}; ${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}.`;
  await writeFile(page, `${text.slice(0, from)}${begin}\n\n${where}\n\n${table}\n\n${text.slice(to)}`);
  return 'written into docs/reliability.md';
}
