import { randomUUID } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { z } from 'zod';

/** After a power failure, the file has the old or the new content. Only the owner may read it. */
export async function writeDurably(file: string, content: unknown): Promise<void> {
  await writeInFull(file, (part) => writeFile(part, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true }));
}

/** `write` gets a temporary path. The file is complete or unchanged. If `write` flushes, this holds after a power failure, too. */
export async function writeInFull<T>(file: string, write: (partFile: string) => Promise<T>): Promise<T> {
  const partFile = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`);
  try {
    const result = await write(partFile);
    await renameDurably(partFile, file);
    return result;
  } catch (error) {
    await rm(partFile, { force: true });
    throw error;
  }
}

/** Renames a file or folder and syncs its folder, so that the rename survives a power failure. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}

/** Opens a file to be sent. Returns null if that is not possible. */
export async function openToSend(file: string): Promise<{ body: Readable; bytes: number } | null> {
  const opened = await open(file).catch(() => null);
  if (!opened) return null;
  const { size } = await opened.stat();
  return { body: opened.createReadStream(), bytes: size };
}

/** Returns null unless the text is JSON that the schema describes. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns a handler for `catch`: it returns `value` if the file does not exist, and throws any other error. */
export function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
