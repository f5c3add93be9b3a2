import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Renames a file or folder and syncs its folder, so that the rename survives a power failure. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  if (process.platform === 'win32') return;
  const folder = await open(dirname(to));
  await folder.sync().finally(() => folder.close());
}
