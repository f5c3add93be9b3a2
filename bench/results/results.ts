import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Figure } from './figure.ts';
import type { Machine } from './machine.ts';
import { withTable } from './markdown-table.ts';

/** One run of a section. `date`: ISO 8601; `commit`: see `machine.ts`. */
export type Measurement = { date: string; commit: string; figures: Figure[] };

/** Measurements on one machine by section. */
export type Results = { machine: Machine; versions: Record<string, string>; sections: Record<string, Measurement> };

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/performance.md');

/** File of the recorded run. */
export const latest = join(root, 'docs/performance/latest.json');

export async function readResults(file: string): Promise<Results> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Writes a run to `.data/bench` and returns the file. */
export async function storeResults(results: Results): Promise<string> {
  const file = join(root, '.data/bench', `${new Date().toISOString().replaceAll(':', '-')}.json`);
  await write(file, results);
  return file;
}

/** Makes a run the recorded one, in the file and in docs/performance.md. Sections that did not run keep their figures. */
export async function recordResults(results: Results): Promise<void> {
  const earlier = existsSync(latest) ? await readResults(latest) : null;
  const merged = mergedResults(results, earlier);
  await write(latest, merged);
  await writeFile(page, withTable(await readFile(page, 'utf8'), merged));
}

/** Drops figures of another machine: one table must not mix machines. */
export function mergedResults(results: Results, earlier: Results | null): Results {
  if (JSON.stringify(earlier?.machine) !== JSON.stringify(results.machine)) return results;
  return {
    machine: results.machine,
    versions: { ...earlier?.versions, ...results.versions },
    sections: { ...earlier?.sections, ...results.sections },
  };
}

async function write(file: string, results: Results): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}
