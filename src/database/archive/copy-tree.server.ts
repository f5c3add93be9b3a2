import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, syncFolder } from '../durable-files.server.ts';

export type CopiedFile = [path: string, bytes: number, sha256Hex: string];

const chunkBytes = 256 * 1024;

/** Copies regular files and folders, and syncs them to disk. The source may be a running database: files that are deleted during the copy
 * are skipped. `isSkipped` gets paths relative to `from`. Returns the copied files, with paths that are also relative and begin with `prefix`. */
export async function copyTree(
  from: string,
  to: string,
  {
    isSkipped = () => false,
    prefix = '',
    signal,
  }: { isSkipped?: ((path: string) => boolean) | undefined; prefix?: string; signal?: AbortSignal | undefined } = {},
): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = [];
  const copyFolder = async (path: string): Promise<void> => {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    for (const entry of await entriesOf(join(from, path))) {
      signal?.throwIfAborted();
      const relativePath = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isSkipped(relativePath)) continue;
      if (entry.isDirectory()) await copyFolder(relativePath);
      else if (entry.isFile()) {
        const file = await copyFile(join(from, relativePath), join(to, relativePath));
        if (file) copied.push([prefix + relativePath, file.bytes, file.sha256]);
      }
    }
    await syncFolder(join(to, path));
  };
  await copyFolder('');
  return copied;
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
}

export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  const input = await open(from).catch(ifMissing(null));
  if (!input) return null;
  try {
    const output = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const chunk = Buffer.allocUnsafe(chunkBytes);
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await input.read(chunk, 0, chunkBytes, bytes);
        if (bytesRead === 0) break;
        const part = chunk.subarray(0, bytesRead);
        hash.update(part);
        await output.appendFile(part);
        bytes += bytesRead;
      }
      const { atime, mtime } = await input.stat();
      await output.utimes(atime, mtime);
      await output.sync();
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await output.close();
    }
  } finally {
    await input.close();
  }
}
