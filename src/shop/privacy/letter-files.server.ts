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

/** Empty where there is no such folder: letters go to a mail server. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
