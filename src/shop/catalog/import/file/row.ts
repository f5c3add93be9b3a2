import { type Cells, readCell, readStock } from './cells.ts';
import { type Reader, refuse, shorten } from './fields.ts';
import type { Column, Header } from './header.ts';
import { type ListedTire, listedTire } from './listed-tire.ts';

/** The first is the header. `line`: its first line in the file, or its number; unique. */
export type ListRecord = { line: number; fields: string[]; made?: MadeFields };

/** Made from a supplier's own columns. Faults by column, null: of the record as a whole. */
type MadeFields = { written: string[]; faults: Map<string | null, string>; warnings: string[] };

export type PriceList = AsyncIterable<Uint8Array> | { records: AsyncGenerator<ListRecord>; counts: 'line' | 'row' };

export type TireKey = { supplier: string; supplier_sku: string };

export type RowError = { line: number; column: string | null; reason: string; value: string };

/** onHand: the count at each location of the header; null: not in the list. */
export type RowReading =
  | { ok: true; tire: ListedTire; onHand: (number | null)[]; leadDays: number }
  | { ok: false; errors: RowError[]; key: TireKey | null };

export function readRow(header: Header, line: number, fields: string[], made?: MadeFields): RowReading {
  const broken = made?.faults.get(null);
  if (broken !== undefined) return refusedWhole(line, broken, fields.join(' ').trim());
  if (fields.length < header.width || fields.slice(header.width).some((field) => field.trim() !== '')) {
    return refusedWhole(line, `${fields.length} fields where the header has ${header.width}`, fields.join(' '));
  }
  const errors: RowError[] = [];
  function read<T>(column: string, cell: string, reader: Reader<T>): T | undefined {
    const fault = made?.faults.get(column);
    const reading = fault === undefined ? reader(cell) : refuse(fault);
    if (reading.ok) return reading.value;
    errors.push({ line, column, reason: reading.reason, value: shorten(writtenIn(column) ?? cell) });
  }
  const at = (column: string) => header.position.get(column as Column) ?? -1;
  const writtenIn = (column: string) =>
    made?.written[
      at(column) < 0 ? (header.stock.find((location) => location.column === column)?.at ?? -1) : at(column)
    ];

  const cells: Partial<Record<Column, unknown>> = {};
  for (const column of columns) {
    cells[column] = read(column, fields[at(column)] ?? '', readCell[column]);
  }
  const onHand = header.stock.map(({ column, at }) =>
    at < 0 ? null : (read(column, fields[at] ?? '', readStock) ?? 0),
  );
  const { supplier, supplier_sku } = cells as Partial<Cells>;
  if (errors.length === 0) {
    const complete = cells as Cells;
    for (const [column, reason] of contradictions(complete, onHand.at(-1) ?? 0)) {
      errors.push({ line, column, reason, value: shorten(writtenIn(column) ?? fields[at(column)] ?? '') });
    }
    if (errors.length === 0) return { ok: true, tire: listedTire(complete), onHand, leadDays: complete.lead_days ?? 0 };
  }
  return { ok: false, errors, key: supplier && supplier_sku ? { supplier, supplier_sku } : null };
}

const columns = Object.keys(readCell) as Column[];

function refusedWhole(line: number, reason: string, text: string): RowReading {
  return { ok: false, errors: [{ line, column: null, reason, value: shorten(text) }], key: null };
}

function contradictions(cells: Cells, supplierStock: number): [Column, string][] {
  const found: [Column, string][] = [];
  if (cells.studs !== 'none' && cells.season !== 'winter') found.push(['studs', 'only winter tires have studs']);
  if (cells.snow === false && cells.marks.includes('3PMSF')) found.push(['snow', 'no, although marks has 3PMSF']);
  if (cells.lead_days === null && supplierStock > 0) {
    found.push(['lead_days', 'empty, although stock_supplier is not 0']);
  }
  return found;
}
