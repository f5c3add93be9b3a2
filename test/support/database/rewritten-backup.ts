import { readFile, writeFile } from 'node:fs/promises';
import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import type { Manifest } from '../../../src/database/backup/manifest.ts';
import { newFile } from './backups.ts';

configure({ useWebWorkers: false });

/** A copy of a backup with replaced files; null removes a file. */
export async function rewritten(file: string, change: (name: string, text: string) => string | null): Promise<string> {
  const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
  const blob = new BlobWriter();
  const into = new ZipWriter(blob);
  for (const entry of (await zip.getEntries()) as FileEntry[]) {
    const text = change(entry.filename, await entry.getData(new TextWriter()));
    if (text !== null) await into.add(entry.filename, new TextReader(text));
  }
  await into.close();
  const changed = await newFile();
  await writeFile(changed, Buffer.from(await (await blob.getData()).arrayBuffer()));
  return changed;
}

/** A copy of a backup with another manifest. */
export const withManifest = (file: string, change: (manifest: Manifest) => unknown) =>
  rewritten(file, (name, text) => (name === 'manifest.json' ? JSON.stringify(change(JSON.parse(text))) : text));
