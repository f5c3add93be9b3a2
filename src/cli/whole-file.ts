import { writeFile } from 'node:fs/promises';
import { writeInFull } from '../database/durable-files.server.ts';

/** Writes a file that only the user can read, in full or not at all. */
export function writeWholeFile(path: string, content: string): Promise<void> {
  return writeInFull(path, (partFile) => writeFile(partFile, content, { mode: 0o600 }));
}
