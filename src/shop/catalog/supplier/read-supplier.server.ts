import { RefusedList } from '../import/file/refusal.ts';
import type { ListRecord, PriceList } from '../import/file/row.ts';
import { csvRows } from './csv-rows.server.ts';
import type { Supplier } from './declaration.ts';
import { decodedList } from './encoding.server.ts';
import { jsonRows } from './json-rows.server.ts';
import { rowMapper } from './map-row.ts';
import type { SupplierRow } from './supplier-rows.ts';
import { xmlRows } from './xml-rows.server.ts';

export type Reading = { vatPercent: number; redact?: (text: string) => string };

/** Reading the records may throw RefusedList. `redact` removes the supplier's key. */
export function supplierList(
  supplier: Supplier,
  bytes: AsyncIterable<Uint8Array>,
  { vatPercent, redact }: Reading,
): PriceList {
  const mapper = rowMapper(supplier, vatPercent);
  const text = withoutPages(decodedList(bytes, supplier.encoding));
  return {
    records: mapped(rowsOf(supplier, text, mapper.fields), mapper, redact),
    counts: supplier.format.kind === 'csv' ? 'line' : 'row',
  };
}

function rowsOf(
  { format }: Supplier,
  text: AsyncIterable<string>,
  fieldNames: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  switch (format.kind) {
    case 'csv':
      return csvRows(text, format, fieldNames);
    case 'xml':
      return xmlRows(text, format, fieldNames);
    case 'json':
      return jsonRows(text, format, fieldNames);
  }
}

async function* mapped(
  rows: AsyncGenerator<SupplierRow>,
  { columns, map }: ReturnType<typeof rowMapper>,
  redact: Reading['redact'],
): AsyncGenerator<ListRecord> {
  yield { line: 0, fields: columns };
  for await (const row of rows) {
    if (redact) for (const [name, text] of row.fields) row.fields.set(name, redact(text));
    yield map(row);
  }
}

/** Refuses HTML: login pages also come with HTTP 200. */
async function* withoutPages(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of text) {
    if (
      isFirst &&
      /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i.test(
        chunk.slice(0, 1_000),
      )
    ) {
      throw new RefusedList({ reason: 'html-page' });
    }
    isFirst = false;
    yield chunk;
  }
}
