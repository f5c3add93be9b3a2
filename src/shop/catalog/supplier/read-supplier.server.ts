import { RefusedList } from '../import/file/refusal.ts';
import type { ListRecord, PriceList } from '../import/file/row.ts';
import type { Supplier } from './declaration.ts';
import { decodeList } from './encoding.server.ts';
import { rowMapper } from './map-row.ts';
import type { PictureCollector } from './picture-offers.ts';
import { csvRows } from './rows/csv-rows.server.ts';
import { jsonRows } from './rows/json-rows.server.ts';
import type { SupplierRow } from './rows/supplier-rows.ts';
import { xmlRows } from './rows/xml-rows.server.ts';

/** `perEuro`: the rate of the list's currency; null: not known; absent: euros. `redact` removes the supplier's key from a text. `pictures` collects the addresses of pictures. */
export type ReadOptions = {
  vatPercent: number;
  perEuro?: number | null;
  redact?: (text: string) => string;
  pictures?: PictureCollector;
};

/** Returns the list without reading it. Iterating over its records throws RefusedList for an unreadable file. */
export function supplierList(
  supplier: Supplier,
  bytes: AsyncIterable<Uint8Array>,
  { vatPercent, perEuro, ...options }: ReadOptions,
): PriceList {
  const mapper = rowMapper(supplier, vatPercent, perEuro);
  const text = refuseHtml(decodeList(bytes, supplier.encoding));
  return {
    records: mapRows(rowsOf(supplier, text, mapper.fields), mapper, options),
    recordUnit: supplier.format.kind === 'csv' ? 'line' : 'row',
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

async function* mapRows(
  rows: AsyncGenerator<SupplierRow>,
  { columns, map }: ReturnType<typeof rowMapper>,
  { redact, pictures }: Pick<ReadOptions, 'redact' | 'pictures'>,
): AsyncGenerator<ListRecord> {
  const header: ListRecord = { line: 0, fields: columns };
  yield header;
  for await (const row of rows) {
    if (redact) {
      for (const [name, text] of row.fields) row.fields.set(name, redact(text));
    }
    const record = map(row);
    pictures?.add(row, columns, record);
    yield record;
  }
}

const htmlStart = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Throws RefusedList for HTML, because login pages are also sent with HTTP status 200. */
async function* refuseHtml(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of text) {
    if (isFirst && htmlStart.test(chunk.slice(0, 1_000))) throw new RefusedList({ reason: 'html-page' });
    isFirst = false;
    yield chunk;
  }
}
