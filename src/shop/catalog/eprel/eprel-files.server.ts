import { hash } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, openToSend, writeInFull } from '../../../database/durable-files.server.ts';
import type { EprelFileKind } from './official-file.ts';

const fileName = /([0-9a-f]{16})\.(?:png|svg|pdf)$/;

/** The folder of official labels and product information sheets in `folder`: DATA_DIR or the folder of backups. */
export function eprelFolder(folder: string): string {
  return join(folder, 'eprel');
}

function pathOf(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

/** Stores a file, complete or not at all. Returns its name, a hash, so that the content of a name never changes. */
export async function storeOfficialFile(folder: string, bytes: Buffer, kind: EprelFileKind): Promise<string> {
  const name = `${hash('sha256', bytes).slice(0, 16)}.${kind}`;
  await addFile(folder, name, (partFile) => writeFile(partFile, bytes, { flush: true, mode: 0o600 }));
  return name;
}

async function addFile(folder: string, name: string, write: (partFile: string) => Promise<void>): Promise<void> {
  await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
  await writeInFull(pathOf(folder, name), write);
}

export function openOfficialFile(folder: string, name: string) {
  return openToSend(pathOf(folder, name));
}

export async function namesOfStoredFiles(folder: string): Promise<Set<string>> {
  const paths = await readdir(folder, { recursive: true }).catch(ifMissing<string[]>([]));
  return new Set(paths.map((path) => fileName.exec(path)?.[0]).filter((name) => name !== undefined));
}

/** Removes files that `used` lacks, if older than `before`: a newer file's row may not be written yet. */
export async function removeUnusedFiles(folder: string, used: ReadonlySet<string>, before: Date): Promise<void> {
  for (const name of await namesOfStoredFiles(folder)) {
    if (used.has(name)) continue;
    const stats = await stat(pathOf(folder, name)).catch(() => null);
    if (stats && stats.mtime < before) await rm(pathOf(folder, name), { force: true });
  }
}

export async function copyOfficialFiles(from: string, to: string): Promise<number> {
  const copied = await namesOfStoredFiles(to);
  const missing = [...(await namesOfStoredFiles(from))].filter((name) => !copied.has(name));
  for (const name of missing) await addFile(to, name, (partFile) => copyFile(pathOf(from, name), partFile));
  return missing.length;
}
