import { readRecords } from '../import/csv.server.ts';
import { RefusedList } from '../import/refusal.ts';
import type { Supplier } from './declaration.ts';
import type { SupplierRow } from './supplier-rows.ts';

/**
 * Reads a supplier's CSV, UTF-8 by now: its first line names the fields. Throws RefusedList where a wanted field is missing
 * or named twice, and where the last line breaks off.
 */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  { delimiter, quote }: Extract<Supplier['format'], { kind: 'csv' }>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  let last = 10;
  const watched = lastByte(bytes, (byte) => {
    last = byte;
  });
  const records = readRecords(watched, { delimiter, quote });
  try {
    const first = await records.next();
    if (first.done) throw new RefusedList({ reason: 'no-header' });
    const names = first.value.fields.map((name) => name.trim());
    const places = placesOf(names, wanted);
    // One behind: whether the last row is whole is known when the file has ended.
    let held: SupplierRow | null = null;
    for await (const { line, fields } of records) {
      if (fields.every((field) => field.trim() === '')) continue;
      if (held) yield held;
      const row: SupplierRow = { line, fields: new Map(places.map(([name, at]) => [name, fields[at] ?? ''])) };
      const isWide = fields.slice(names.length).some((field) => field.trim() !== '');
      if (fields.length < names.length || isWide)
        row.fault = `${fields.length} fields where the header has ${names.length}`;
      held = row;
    }
    if (held?.fault !== undefined && last !== 10) throw new RefusedList({ reason: 'cut-short', format: 'CSV' });
    if (held) yield held;
  } finally {
    await records.return(undefined);
  }
}

function placesOf(names: string[], wanted: ReadonlySet<string>): [string, number][] {
  const missing = [...wanted].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new RefusedList({ reason: 'missing-columns', columns: missing });
  const repeated = [...wanted].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated.length > 0) throw new RefusedList({ reason: 'repeated-columns', columns: repeated });
  return [...wanted].map((name) => [name, names.indexOf(name)]);
}

async function* lastByte(bytes: AsyncIterable<Buffer>, tell: (byte: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    tell(chunk.at(-1) ?? 10);
    yield chunk;
  }
}
