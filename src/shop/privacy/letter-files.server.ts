import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { retention } from '../retention.ts';
import { overBefore } from './kept-until.ts';

/** Deletes letters that were written into files longer ago than they are kept. Returns how many. */
export async function forgetLetterFiles(folder: string, now: Date): Promise<number> {
  const over = overBefore(now, { days: retention.letterFileDays });
  let forgotten = 0;
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    // Another process may have been here first.
    const written = await stat(file).catch(() => null);
    if (!written?.isFile() || written.mtime >= over) continue;
    await rm(file, { force: true });
    forgotten += 1;
  }
  return forgotten;
}

/** The files that hold letters about orders of these numbers; a letter's file carries its number (mail/write-letter.ts). */
export async function letterFilesOf(folder: string, numbers: readonly string[]): Promise<string[]> {
  const names = await namesIn(folder);
  return names
    .filter((name) => numbers.some((number) => name.includes(`-${number}-`)))
    .map((name) => join(folder, name));
}

/** Deletes the files that hold letters about orders of these numbers. */
export async function eraseLetterFiles(folder: string, numbers: readonly string[]): Promise<void> {
  for (const file of await letterFilesOf(folder, numbers)) await rm(file, { force: true });
}

/** Empty where there is no such folder: letters go to a mail server. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
