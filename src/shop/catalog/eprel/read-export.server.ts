import { openAsBlob } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { unzipped } from '../../../database/backup/unzip.server.ts';
import { errorMessage } from '../../error-message.ts';
import { RefusedList, refusalText } from '../import/file/refusal.ts';
import { jsonRows } from '../supplier/rows/json-rows.server.ts';
import { type EprelProduct, exportedFields, lastVersionField, productOfFields } from './read-product.ts';

/** Thrown when the export cannot be read. The message is the reason, as the end of a sentence. */
export class UnreadableExport extends Error {}

const maxUnpackedBytes = 4 * 1024 ** 3;
const rootPath = '';

/** Yields the needed registrations of an export: a ZIP file of JSON files, each an array of registrations with the fields of
 * `/api/products/tyres/{id}` (docs/decisions/supply/2026-11-28-eprel.md). Throws UnreadableExport, perhaps after having yielded registrations. */
export async function* exportedProducts(
  file: string,
  isNeeded: (id: number) => boolean,
  maxBytes = maxUnpackedBytes,
): AsyncGenerator<EprelProduct & { isOldVersion: boolean }> {
  configure({ useWebWorkers: false });
  const zip = new ZipReader(new BlobReader(await openAsBlob(file)));
  try {
    const unpacked = { bytes: 0, maxBytes };
    for (const entry of await jsonEntries(zip)) {
      const text = textOf(entry, unpacked);
      for await (const { fields, fault } of jsonRows(text, { kind: 'json', rows: rootPath }, exportedFields)) {
        if (fault !== undefined || !isNeeded(Number(fields.get('eprelRegistrationNumber')))) continue;
        const product = productOfFields(fields);
        if (product) yield { ...product, isOldVersion: fields.get(lastVersionField) === 'false' };
      }
    }
  } catch (error) {
    if (error instanceof RefusedList) throw new UnreadableExport(refusalText(error.refusal));
    throw error;
  } finally {
    await zip.close();
  }
}

async function jsonEntries(zip: ZipReader<unknown>): Promise<FileEntry[]> {
  const entries = await zip.getEntries().catch(() => {
    throw new UnreadableExport('it is not a complete ZIP file');
  });
  const files = entries.filter((entry) => !entry.directory).filter(({ filename }) => /\.json$/i.test(filename));
  if (files.length === 0) throw new UnreadableExport('it has no JSON file');
  return files;
}

async function* textOf(entry: FileEntry, unpacked: { bytes: number; maxBytes: number }): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of unzipped(entry)) {
      unpacked.bytes += bytes.length;
      if (unpacked.bytes > unpacked.maxBytes)
        throw new UnreadableExport(`it is larger than ${unpacked.maxBytes.toLocaleString('en')} bytes when unpacked`);
      yield decoder.decode(bytes, { stream: true });
      // Lets visitors' requests run between chunks, which come without a pause.
      await nextTurn();
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof UnreadableExport) throw error;
    throw new UnreadableExport(`${entry.filename} cannot be unpacked: ${errorMessage(error)}`);
  }
}
