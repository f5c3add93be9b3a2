import { openAsBlob } from 'node:fs';
import { BlobReader, configure, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js';
import { measureChunks } from './describe.server.ts';
import {
  filesOf,
  type Manifest,
  type Measures,
  manifestFile,
  manifestFormat,
  manifestSchema,
  RefusedBackup,
} from './manifest.ts';
import { unzipped } from './unzip.server.ts';

export type OpenBackup = {
  manifest: Manifest;
  /** Yields a file of the backup. Throws RefusedBackup at the end if it differs from what was written. */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/** Throws RefusedBackup if the file is unreadable, damaged, no backup, or from a newer version of the shop. */
export async function openBackup(file: string): Promise<OpenBackup> {
  configure({ useWebWorkers: false });
  const zip = new ZipReader(new BlobReader(await openFile(file)));
  try {
    const entries = await entriesOf(zip, file);
    const manifest = await readManifest(entries.get(manifestFile), file);
    const files = filesOf(manifest);
    const missingFile = [...files.keys()].find((name) => !entries.has(name));
    if (missingFile) throw damagedBackupError(file, `${missingFile} is missing`);
    return {
      manifest,
      read: (name) => readChecked(entries.get(name) as FileEntry, files.get(name) as Measures, file),
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function openFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch (cause) {
    throw new RefusedBackup('no-backup', `${file} cannot be read`, { cause });
  }
}

export async function checkBackup({ manifest, read }: OpenBackup, onFile: (name: string) => void): Promise<void> {
  for (const name of filesOf(manifest).keys()) {
    onFile(name);
    // `read` compares the content with the manifest.
    for await (const _ of read(name));
  }
}

async function entriesOf(zip: ZipReader<unknown>, file: string): Promise<Map<string, FileEntry>> {
  try {
    const entries = (await zip.getEntries()).filter((entry) => !entry.directory);
    return new Map(entries.map((entry) => [entry.filename, entry]));
  } catch (cause) {
    throw damagedBackupError(file, 'it is not a complete zip file', cause);
  }
}

async function readManifest(entry: FileEntry | undefined, file: string): Promise<Manifest> {
  if (!entry) throw new RefusedBackup('no-backup', `${file} is not a backup of the shop: it holds no ${manifestFile}`);
  const text = await entry.getData(new TextWriter(), { checkSignature: true }).catch((cause) => {
    throw damagedBackupError(file, `${manifestFile} cannot be read`, cause);
  });
  const parsedManifest = parseJson(text);
  if (typeof parsedManifest?.format === 'number' && parsedManifest.format > manifestFormat) {
    throw new RefusedBackup('newer', `${file} was written by a newer version of the shop: update this shop first`);
  }
  const manifest = manifestSchema.safeParse(parsedManifest);
  if (!manifest.success)
    throw damagedBackupError(file, `${manifestFile} is not the manifest of a backup`, manifest.error);
  return manifest.data;
}

async function* readChecked(entry: FileEntry, written: Measures, file: string): AsyncGenerator<Uint8Array> {
  const measured = measureChunks(unzipped(entry));
  try {
    yield* measured.chunks;
  } catch (cause) {
    throw damagedBackupError(file, `${entry.filename} cannot be unpacked`, cause);
  }
  const { rows, sha256 } = measured.finishMeasures();
  if (rows !== written.rows || sha256 !== written.sha256)
    throw damagedBackupError(file, `${entry.filename} differs from what was written`);
}

function damagedBackupError(file: string, reason: string, cause?: unknown): RefusedBackup {
  return new RefusedBackup('damaged', `${file} is damaged: ${reason}`, { cause });
}

function parseJson(text: string): { format?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
