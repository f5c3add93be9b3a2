import { copyFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

const limit = 5 * 1024 * 1024;

export function logFile(folder: string): string {
  return join(folder, 'postgres.log');
}

/** Keeps what PostgreSQL writes below about 10 MB: a full log becomes `postgres.log.1`. Returns how to end it. */
export function boundLog(folder: string): () => void {
  const timer = setInterval(() => void turnOver(folder), 60_000).unref();
  void turnOver(folder);
  return () => clearInterval(timer);
}

async function turnOver(folder: string): Promise<void> {
  const file = logFile(folder);
  try {
    if ((await stat(file)).size < limit) return;
    await copyFile(file, `${file}.1`);
    await truncate(file);
  } catch {
    // No log, or no room for its copy: nothing that should disturb the shop.
  }
}
