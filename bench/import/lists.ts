import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const demonstrationList = join(import.meta.dirname, '../../data/price-list.csv');

/** A generated list with `rows` tires that the demonstration list does not contain. */
export async function newList(rows: number): Promise<string> {
  const demonstrationRows = await rowCount(demonstrationList);
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, '../price-list/generate.ts'), '--tires', `${demonstrationRows + rows}`],
    {
      maxBuffer: 64 * 2 ** 20,
    },
  );
  // Rows beyond the demonstration list repeat its models; the prefix makes their suppliers unknown, so that every row adds a tire.
  const [header, ...lines] = stdout.trimEnd().split('\n');
  return `${[header, ...lines.slice(demonstrationRows).map((line) => `new ${line}`)].join('\n')}\n`;
}

/** The number of lines without the header. */
async function rowCount(file: string): Promise<number> {
  const handle = await open(file);
  let count = -1;
  for await (const _ of handle.readLines()) count += 1;
  return count;
}

/** Returns the list with another price in every fifth row. */
export function repriced(list: string): string {
  const lines = list.split('\n');
  return lines.map((line, at) => (at > 0 && at % 5 === 0 ? line.replace(/,\d+\.\d\d,/, ',88.80,') : line)).join('\n');
}
