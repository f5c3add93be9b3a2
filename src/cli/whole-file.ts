import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file that only the user can read, in full or not at all. */
export async function writeWholeFile(path: string, content: string): Promise<void> {
  const part = `${path}.part`;
  try {
    await writeFile(part, content, { mode: 0o600 });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
