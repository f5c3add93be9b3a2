import type { FileEntry } from '@zip.js/zip.js';

/** Yields the content of a file in a ZIP archive, and fails at the end if its checksum is wrong. */
export async function* unzipped(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unpacked = entry.getData(writable, { checkSignature: true });
  // If zip.js fails before the first byte, it leaves the stream open, and a reader would wait for ever.
  unpacked.catch((error) => writable.abort(error).catch(() => {}));
  yield* readable;
  await unpacked;
}
