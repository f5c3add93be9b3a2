import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Erasure } from './erase-person.server.ts';
import { retentionLimit } from './kept-until.ts';
import { retention } from './retention.ts';

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

export async function deleteOldMailFiles(folder: string, now: Date): Promise<number> {
  const limit = retentionLimit(now, { days: retention.mailFileDays });
  let deleted = 0;
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const fileStat = await stat(file).catch(() => null);
    if (!fileStat?.isFile() || fileStat.mtime >= limit) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Returns the names of the files that were written after `since`, until `until`. A name contains the mail's kind and order number. */
export async function mailFilesBetween(folder: string, since: Date, until: Date): Promise<string[]> {
  const names: string[] = [];
  for (const name of await namesIn(folder)) {
    const fileStat = await stat(join(folder, name)).catch(() => null);
    if (fileStat?.isFile() && fileStat.mtime > since && fileStat.mtime <= until) names.push(name);
  }
  return names;
}

export async function mailFilesOf(folder: string, orderNumbers: readonly string[]): Promise<string[]> {
  const names = await namesIn(folder);
  return names
    .filter((name) => orderNumbers.some((number) => name.includes(`-${number}-`)))
    .map((name) => join(folder, name));
}

/** Deletes the mails about those orders of an erasure that were erased. */
export async function eraseMailFiles(folder: string, { orders }: Pick<Erasure, 'orders'>): Promise<void> {
  const numbers = orders.filter(({ erased }) => erased !== 'none').map(({ number }) => number);
  for (const file of await mailFilesOf(folder, numbers)) await rm(file, { force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
