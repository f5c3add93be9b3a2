import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../database/durable-files.server.ts';
import { retentionLimit } from './kept-until.ts';
import type { PersonSearch } from './person.server.ts';
import { retention } from './retention.ts';

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

export async function deleteOldMailFiles(folder: string, now: Date): Promise<void> {
  const limit = retentionLimit(now, { days: retention.mailFileDays });
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const fileStat = await stat(file).catch(() => null);
    if (fileStat?.isFile() && fileStat.mtime < limit) await rm(file, { force: true });
  }
}

/** Returns the files written after `since`, until `until`. A name contains the mail's kind and order number. */
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

const noticeMailName = /^notice-([\da-f-]{36})-/;

/** Returns back-in-stock mails written to `email`, each with the id of the back-in-stock request. None if `number` is given, because no such request has an order number. */
export async function noticeMailsOf(
  folder: string,
  { email, number }: PersonSearch,
): Promise<{ noticeId: string; file: string }[]> {
  const mails: { noticeId: string; file: string }[] = [];
  if (email === undefined || number !== undefined) return mails;
  for (const name of await namesIn(folder)) {
    const [, noticeId] = noticeMailName.exec(name) ?? [];
    if (noticeId === undefined) continue;
    const file = join(folder, name);
    const [, to] = /^To:\s+(\S+)/m.exec(await readFile(file, 'utf8').catch(ifMissing(''))) ?? [];
    if (to?.toLowerCase() === email.toLowerCase()) mails.push({ noticeId, file });
  }
  return mails;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifMissing([] as string[]))).sort();
}
