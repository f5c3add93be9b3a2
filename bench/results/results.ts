import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Figure } from './figure.ts';
import type { Machine } from './machine.ts';
import { withTable } from './markdown-table.ts';

/** What one run of a section has measured; `date`: ISO 8601, `commit`: as `machine.ts` says. */
export type Measurement = { date: string; commit: string; figures: Figure[] };

/** The measurements on one machine, by the name of their section. */
export type Results = { machine: Machine; versions: Record<string, string>; sections: Record<string, Measurement> };

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/performance.md');

/** Where the recorded results are. */
export const latest = join(root, 'docs/performance/latest.json');

export async function readResults(file: string): Promise<Results> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Writes the results of a run under `.data/bench`; returns the file. */
export async function keepResults(results: Results): Promise<string> {
  const file = join(root, '.data/bench', `${new Date().toISOString().replaceAll(':', '-')}.json`);
  await write(file, results);
  return file;
}

/** Makes a run the recorded one, in the file and on the page. Sections that were not run keep what they had. */
export async function recordResults(results: Results): Promise<void> {
  const former = existsSync(latest) ? await readResults(latest) : null;
  const merged = mergedResults(results, former);
  await write(latest, merged);
  await writeFile(page, withTable(await readFile(page, 'utf8'), merged));
}

/** Of another machine nothing stays: its figures would stand beside these in one table. */
export function mergedResults(results: Results, former: Results | null): Results {
  if (JSON.stringify(former?.machine) !== JSON.stringify(results.machine)) return results;
  return {
    machine: results.machine,
    versions: { ...former?.versions, ...results.versions },
    sections: { ...former?.sections, ...results.sections },
  };
}

async function write(file: string, results: Results): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}
