import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** `cut`: half of the file; `object`: JSON that is no array; `broken`: half of the JSON; `empty`: no JSON file. */
export type ExportFault = 'cut' | 'html' | 'object' | 'broken' | 'empty';

/** Returns EPREL's export of all registrations: a ZIP file of JSON files, each an array. */
export async function zippedExport(registrations: readonly unknown[], fault: ExportFault | null): Promise<Buffer> {
  if (fault === 'html') return Buffer.from('<!doctype html><html><body><h1>EPREL</h1></body></html>');
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new Uint8ArrayWriter());
  const json = JSON.stringify(fault === 'object' ? { registrations } : registrations);
  const text = fault === 'broken' ? json.slice(0, json.length / 2) : json;
  if (fault === 'empty') await zip.add('readme.txt', new TextReader('nothing'));
  else await zip.add('tyres.json', new TextReader(text));
  const bytes = Buffer.from(await zip.close());
  return fault === 'cut' ? bytes.subarray(0, bytes.length / 2) : bytes;
}
