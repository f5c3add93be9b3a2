import { randomUUID } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes JSON into a file so that, after a power failure, it has the old content or the new one. Only the owner may read it. */
export async function writeDurably(file: string, content: unknown): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true });
  await renameDurably(part, file);
}

/** Writes a file by `write`, which gets the path of a temporary file: the file is complete or not changed at all. */
export async function writeInFull<T>(file: string, write: (partFile: string) => Promise<T>): Promise<T> {
  const partFile = `${file}.${randomUUID()}.part`;
  try {
    const result = await write(partFile);
    await rename(partFile, file);
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

/** Handles the error of an operation on a file: returns `value` if the file does not exist, and throws any other error. */
export function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
