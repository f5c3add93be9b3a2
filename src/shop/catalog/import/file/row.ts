import { type Cells, readCell, readStock } from './cells.ts';
import { type Reader, refuse, shorten } from './fields.ts';
import type { Column, Header } from './header.ts';
import { type ListedTire, listedTire } from './listed-tire.ts';
import type { RowFault } from './row-fault.ts';

/** The first record is the header. `line`: the record's first line in the file, or its number in the list; unique. */
export type ListRecord = { line: number; fields: string[]; mapped?: MappedFields };

/** For a record in a supplier's format: original cells, errors by column (null: of the whole record), warnings. */
type MappedFields = { originals: string[]; faults: Map<string | null, RowFault>; warnings: string[] };

/** A CSV file in the shop's format, or records mapped from a supplier's. `recordUnit`: what their `line` counts. */
export type PriceList = AsyncIterable<Uint8Array> | { records: AsyncGenerator<ListRecord>; recordUnit: 'line' | 'row' };

export type TireKey = { supplier: string; supplier_sku: string };

export type RowError = { line: number; column: string | null; fault: RowFault; value: string };

/** `onHand`: by branch, then at the supplier; null: no such column. `costNet`: 1/10,000 euro. `recommended`: cents. */
export type RowReading =
  | {
      ok: true;
      tire: ListedTire;
      onHand: (number | null)[];
      leadDays: number;
      costNet: number | null;
      recommended: number | null;
      warnings: string[];
    }
  | { ok: false; errors: RowError[]; key: TireKey | null };

export function readRow(header: Header, line: number, fields: string[], mapped?: MappedFields): RowReading {
  const recordFault = mapped?.faults.get(null);
  if (recordFault !== undefined) return refuseRecord(line, recordFault, fields.join(' ').trim());
  if (fields.length < header.columnCount || fields.slice(header.columnCount).some((field) => field.trim() !== '')) {
    return refuseRecord(
      line,
      { reason: 'field-count', fields: fields.length, columns: header.columnCount },
      fields.join(' '),
    );
  }
  const errors: RowError[] = [];
  const warnings: string[] = [];
  // -1: the list lacks the column, so its cell is empty. Only `size` may still have a text, which `header.sizeText` joins from columns with its parts.
  const positionOf = (column: Column) => header.position.get(column) ?? -1;
  const addError = (column: string, fault: RowFault, position: number, cell = fields[position] ?? '') =>
    errors.push({ line, column, fault, value: shorten(mapped?.originals[position] ?? cell) });
  function read<T>(column: string, reader: Reader<T>, position: number, cell = fields[position] ?? ''): T | undefined {
    const fault = mapped?.faults.get(column);
    const reading = fault === undefined ? reader(cell) : refuse(fault);
    if (!reading.ok) {
      addError(column, reading.fault, position, cell);
      return;
    }
    if (reading.warning) warnings.push(`${column} ${JSON.stringify(shorten(cell))} is ${reading.warning}`);
    return reading.value;
  }

  const readings: Partial<Record<Column, unknown>> = {};
  for (const column of columns) {
    const cell = column === 'size' ? header.sizeText(fields) : undefined;
    readings[column] = read(column, readCell[column], positionOf(column), cell);
  }
  const onHand = header.stock.map(({ column, position }) =>
    position < 0 ? null : (read(column, readStock, position) ?? 0),
  );
  const cells = readings as Cells;
  if (errors.length === 0) {
    const supplierStock = onHand.at(-1) ?? 0;
    for (const [column, fault] of contradictions(cells, supplierStock)) addError(column, fault, positionOf(column));
  }
  const { supplier, supplier_sku, lead_days: leadDays, cost_net: costNet, recommended } = cells;
  if (errors.length > 0)
    return { ok: false, errors, key: supplier && supplier_sku ? { supplier, supplier_sku } : null };
  return { ok: true, tire: listedTire(cells), onHand, leadDays: leadDays ?? 0, costNet, recommended, warnings };
}

const columns = Object.keys(readCell) as Column[];

function refuseRecord(line: number, fault: RowFault, text: string): RowReading {
  return { ok: false, errors: [{ line, column: null, fault, value: shorten(text) }], key: null };
}

function contradictions(cells: Cells, supplierStock: number): [Column, RowFault][] {
  const problems: [Column, RowFault][] = [];
  if (cells.studs !== 'none' && cells.season !== 'winter') problems.push(['studs', { reason: 'studs-not-winter' }]);
  if (cells.snow === false && cells.marks.includes('3PMSF')) problems.push(['snow', { reason: 'snow-despite-mark' }]);
  if (cells.lead_days === null && supplierStock > 0) {
    problems.push(['lead_days', { reason: 'no-lead-days' }]);
  }
  return problems;
}
