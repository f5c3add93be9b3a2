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
import { temporaryFile } from './backups.ts';

configure({ useWebWorkers: false });

/** Copies a backup, replaces the text of its files (null removes a file) and adds others. Returns the path of the copy. */
export async function rewriteBackup(
  file: string,
  change: (name: string, text: string) => string | null,
  added: Record<string, string> = {},
): Promise<string> {
  const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
  const blob = new BlobWriter();
  const writer = new ZipWriter(blob);
  for (const entry of (await zip.getEntries()) as FileEntry[]) {
    const text = change(entry.filename, await entry.getData(new TextWriter()));
    if (text !== null) await writer.add(entry.filename, new TextReader(text));
  }
  for (const [name, text] of Object.entries(added)) await writer.add(name, new TextReader(text));
  await writer.close();
  const copy = await temporaryFile();
  const data = await blob.getData();
  await writeFile(copy, Buffer.from(await data.arrayBuffer()));
  return copy;
}

export const rewriteManifest = (file: string, change: (manifest: Manifest) => unknown) =>
  rewriteBackup(file, (name, text) => (name === 'manifest.json' ? JSON.stringify(change(JSON.parse(text))) : text));
