import { openAsBlob } from 'node:fs';
import { BlobReader, configure, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js';
import { measured } from './describe.server.ts';
import {
  type BackupTable,
  fileOf,
  format,
  type Manifest,
  manifestFile,
  manifestSchema,
  RefusedBackup,
} from './manifest.ts';

export type OpenBackup = {
  manifest: Manifest;
  /** Throws RefusedBackup where the bytes of a table’s file are not as they were written. */
  read(table: BackupTable): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/** Throws RefusedBackup when the file is no backup, or of a newer shop. */
export async function openBackup(file: string): Promise<OpenBackup> {
  configure({ useWebWorkers: false });
  const zip = new ZipReader(new BlobReader(await bytesIn(file)));
  try {
    const entries = await entriesOf(zip, file);
    const manifest = await readManifest(entries.get(manifestFile), file);
    const lost = manifest.tables.find((table) => !entries.has(fileOf(table)));
    if (lost) throw damaged(file, `${fileOf(lost)} is missing`);
    return {
      manifest,
      read: (table) => checked(entries.get(fileOf(table)) as FileEntry, table, file),
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function bytesIn(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch (cause) {
    throw new RefusedBackup('no-backup', `${file} cannot be read`, { cause });
  }
}

/** Reads a whole backup. Throws RefusedBackup where one byte is not as it was written. */
export async function checkBackup(
  { manifest, read }: OpenBackup,
  onTable: (table: BackupTable) => void,
): Promise<void> {
  for (const table of manifest.tables) {
    onTable(table);
    for await (const _ of read(table));
  }
}

async function entriesOf(zip: ZipReader<unknown>, file: string): Promise<Map<string, FileEntry>> {
  try {
    const entries = (await zip.getEntries()).filter((entry) => !entry.directory);
    return new Map(entries.map((entry) => [entry.filename, entry]));
  } catch (cause) {
    throw damaged(file, 'it is no zip file, or not all of one', cause);
  }
}

async function readManifest(entry: FileEntry | undefined, file: string): Promise<Manifest> {
  if (!entry) throw new RefusedBackup('no-backup', `${file} is not a backup of the shop: it holds no ${manifestFile}`);
  const text = await entry.getData(new TextWriter(), { checkSignature: true }).catch((cause) => {
    throw damaged(file, `${manifestFile} cannot be read`, cause);
  });
  const said = parsed(text);
  if (typeof said?.format === 'number' && said.format > format) {
    throw new RefusedBackup('newer', `${file} was written by a newer version of the shop: update this one first`);
  }
  const manifest = manifestSchema.safeParse(said);
  if (!manifest.success) throw damaged(file, `${manifestFile} is not what a shop writes`, manifest.error);
  return manifest.data;
}

async function* checked(entry: FileEntry, table: BackupTable, file: string): AsyncGenerator<Uint8Array> {
  const reading = measured(bytesOf(entry));
  try {
    yield* reading.chunks;
  } catch (cause) {
    throw damaged(file, `${fileOf(table)} cannot be unpacked`, cause);
  }
  const { rows, sha256 } = reading.measures();
  if (rows !== table.rows || sha256 !== table.sha256) throw damaged(file, `${fileOf(table)} is not what was written`);
}

async function* bytesOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unpacked = entry.getData(writable, { checkSignature: true });
  // zip.js leaves the stream open where it cannot even begin, and its reader would wait for ever.
  unpacked.catch((error) => writable.abort(error).catch(() => {}));
  yield* readable;
  await unpacked;
}

function damaged(file: string, why: string, cause?: unknown): RefusedBackup {
  return new RefusedBackup('damaged', `${file} is damaged: ${why}`, { cause });
}

function parsed(text: string): { format?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
