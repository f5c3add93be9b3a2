import { readRecords } from '../../import/file/csv.server.ts';
import { RefusedList } from '../../import/file/refusal.ts';
import type { Supplier } from '../declaration.ts';
import type { SupplierRow } from './supplier-rows.ts';

/** Reads the rows below the header. Throws RefusedList for a header that lacks or repeats one of `fieldNames`, and for a file that is cut short. */
export async function* csvRows(
  text: AsyncIterable<string>,
  { delimiter, quote }: Extract<Supplier['format'], { kind: 'csv' }>,
  fieldNames: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  let endsWithLineFeed = true;
  const records = readRecords(watchLineEnds(), { delimiter, quote });
  try {
    const header = await records.next();
    if (header.done) throw new RefusedList({ reason: 'no-header' });
    const names = header.value.fields.map((name) => name.trim());
    const columns = columnsOf(names, fieldNames);
    // Holds back each row until the next one, because the last row may be incomplete.
    let heldRow: SupplierRow | null = null;
    for await (const { line, fields } of records) {
      if (fields.every((field) => field.trim() === '')) continue;
      if (heldRow) yield heldRow;
      const row: SupplierRow = { line, fields: new Map(columns.map(([name, index]) => [name, fields[index] ?? ''])) };
      const hasExtraFields = fields.slice(names.length).some((field) => field.trim() !== '');
      if (fields.length < names.length || hasExtraFields)
        row.fault = { reason: 'field-count', fields: fields.length, columns: names.length };
      heldRow = row;
    }
    if (heldRow?.fault !== undefined && !endsWithLineFeed)
      throw new RefusedList({ reason: 'cut-short', format: 'CSV' });
    if (heldRow) yield heldRow;
  } finally {
    await records.return(undefined);
  }

  async function* watchLineEnds() {
    for await (const chunk of text) {
      endsWithLineFeed = chunk.endsWith('\n');
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
