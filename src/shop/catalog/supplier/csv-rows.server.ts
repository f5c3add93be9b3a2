import { readRecords } from '../import/file/csv.server.ts';
import { RefusedList } from '../import/file/refusal.ts';
import type { Supplier } from './declaration.ts';
import type { SupplierRow } from './supplier-rows.ts';

export async function* csvRows(
  text: AsyncIterable<string>,
  { delimiter, quote }: Extract<Supplier['format'], { kind: 'csv' }>,
  fieldNames: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  let isEnded = true;
  const records = readRecords(watched(), { delimiter, quote });
  try {
    const first = await records.next();
    if (first.done) throw new RefusedList({ reason: 'no-header' });
    const names = first.value.fields.map((name) => name.trim());
    const columns = columnsOf(names, fieldNames);
    // Whether the last row is complete is known only at the end of the file.
    let held: SupplierRow | null = null;
    for await (const { line, fields } of records) {
      if (fields.every((field) => field.trim() === '')) continue;
      if (held) yield held;
      const row: SupplierRow = { line, fields: new Map(columns.map(([name, at]) => [name, fields[at] ?? ''])) };
      const isWide = fields.slice(names.length).some((field) => field.trim() !== '');
      if (fields.length < names.length || isWide)
        row.fault = `${fields.length} fields where the header has ${names.length}`;
      held = row;
    }
    if (held?.fault !== undefined && !isEnded) throw new RefusedList({ reason: 'cut-short', format: 'CSV' });
    if (held) yield held;
  } finally {
    await records.return(undefined);
  }

  async function* watched() {
    for await (const chunk of text) {
      isEnded = chunk.endsWith('\n');
      yield chunk;
    }
  }
}

function columnsOf(names: string[], fieldNames: ReadonlySet<string>): [string, number][] {
  const missing = [...fieldNames].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new RefusedList({ reason: 'missing-columns', columns: missing });
  const repeated = [...fieldNames].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated.length > 0) throw new RefusedList({ reason: 'repeated-columns', columns: repeated });
  return [...fieldNames].map((name) => [name, names.indexOf(name)]);
}
