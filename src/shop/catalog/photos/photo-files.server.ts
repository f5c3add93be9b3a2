import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, openToSend, writeInFull } from '../../../database/durable-files.server.ts';
import { masterName, photoNames } from './photo.ts';
import type { PhotoFiles } from './process-photo.server.ts';

/** The SHA-256 of a photograph's files, in the format of `sha256sum`. Photographs of earlier shop versions lack it. */
const digestsName = 'sha256.txt';

const pictureNames = [masterName, ...photoNames];
/** The files of a photograph in the order in which they are written: if the last one exists, all do. */
const allNames = [digestsName, ...pictureNames];
const lastWrittenName = allNames.at(-1) ?? '';

/** The folder of photographs of tires below DATA_DIR. Backups copy it. */
export function photoFolder(dataDir: string): string {
  return join(dataDir, 'photos');
}

export function photoBackupFolder(backupFolder: string): string {
  return join(backupFolder, 'photos');
}

export function photoId(bytes: Buffer): string {
  return hash('sha256', bytes).slice(0, 16);
}

function fileOf(folder: string, id: string, name: string): string {
  return join(folder, id.slice(0, 2), `${id}-${name}`);
}

/** Writes all files of a photograph and their digests, each complete or not at all, also after a power failure. */
export async function storePhoto(folder: string, id: string, pictures: PhotoFiles): Promise<void> {
  await mkdir(join(folder, id.slice(0, 2)), { recursive: true, mode: 0o700 });
  const files = new Map([[digestsName, Buffer.from(digestsOf(id, pictures))], ...pictures]);
  for (const name of allNames) {
    const bytes = files.get(name);
    if (!bytes) continue;
    await writeInFull(fileOf(folder, id, name), (partFile) => writeFile(partFile, bytes, { flush: true, mode: 0o600 }));
  }
}

export async function removePhotoFiles(folder: string, id: string): Promise<void> {
  for (const name of allNames) await rm(fileOf(folder, id, name), { force: true });
}

export function openPhoto(folder: string, id: string, name: string) {
  return openToSend(fileOf(folder, id, name));
}

/** Returns the ids of the photographs in a folder; `complete`: only of those with all files. */
export async function storedPhotos(folder: string, { complete = false } = {}): Promise<Set<string>> {
  const names = await readdir(folder, { recursive: true }).catch(ifMissing<string[]>([]));
  const ids = names.flatMap((file) => {
    const [, id, name] = /([0-9a-f]{16})-([\w.]+)$/.exec(file) ?? [];
    return id !== undefined && (!complete || name === lastWrittenName) ? [id] : [];
  });
  return new Set(ids);
}

/** `damaged`: the ids of photographs that were not copied, because one of their files is lost or has changed. */
export type CopiedPhotos = { copied: number; damaged: string[] };

/** Copies photographs that the folder `to` lacks, if their files have the digests with which they were stored. */
export async function copyPhotos(from: string, to: string): Promise<CopiedPhotos> {
  const copied = await storedPhotos(to, { complete: true });
  const missing = [...(await storedPhotos(from, { complete: true }))].filter((id) => !copied.has(id));
  const damaged: string[] = [];
  for (const id of missing) {
    const files = await readPhoto(from, id);
    if (files) await storePhoto(to, id, files);
    else damaged.push(id);
  }
  return { copied: missing.length - damaged.length, damaged };
}

/** Returns null if a file is lost or has changed since it was stored. */
async function readPhoto(folder: string, id: string): Promise<PhotoFiles | null> {
  const files = new Map<string, Buffer>();
  for (const name of pictureNames) {
    const bytes = await readFile(fileOf(folder, id, name)).catch(() => null);
    if (bytes) files.set(name, bytes);
  }
  const digests = await readFile(fileOf(folder, id, digestsName), 'utf8').catch(() => null);
  const isAsStored = digests === null ? files.size === pictureNames.length : digests === digestsOf(id, files);
  return isAsStored ? files : null;
}

function digestsOf(id: string, files: PhotoFiles): string {
  const lines = pictureNames.flatMap((name) => {
    const bytes = files.get(name);
    return bytes ? [`${hash('sha256', bytes)}  ${id}-${name}\n`] : [];
  });
  return lines.join('');
}
