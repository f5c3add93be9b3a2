import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { RefusedBackup } from './refused-backup.ts';

/**
 * Writes a file that only its owner may read, under another name until it is whole and on the disk. Where the work fails
 * nothing is left. Throws RefusedBackup when the file is there already.
 */
export async function writeWholeFile(file: string, work: (into: Writable) => Promise<void>): Promise<void> {
  await refuseExisting(file);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `.${basename(file)}.${randomUUID()}.part`);
  try {
    const into = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const closed = finished(into);
    // The work hears of it too, and may well tell first.
    closed.catch(() => {});
    await work(into).finally(() => into.end());
    await closed;
    await refuseExisting(file);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await keepName(folder);
}

async function refuseExisting(file: string): Promise<void> {
  const free = await access(file).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (!free) throw new RefusedBackup('exists', `${file} is there already; name another file`);
}

/** A rename survives a power cut only once its folder is on the disk. */
async function keepName(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
