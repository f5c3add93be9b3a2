import { readCell } from '../import/file/cells.ts';
import { shorten } from '../import/file/fields.ts';
import type { ListRecord } from '../import/file/row.ts';
import { memoized } from '../import/memoize.ts';
import { parseSize } from '../tire/size.ts';
import type { Supplier, SupplierColumn } from './declaration.ts';
import { type DirtyLabel, readLabel } from './eu-label.ts';
import { readPrice } from './price.ts';
import type { SupplierRow } from './supplier-rows.ts';

/** Values of these columns that cannot be read are dropped with a warning; the row stays. */
const labelColumns = ['fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'eprel_id'] as const;
const ofLabelText = ['fuel', 'wet', 'noise_db', 'noise_class'] as const;

type Cell = { value: string; written: string; fault?: string };
type MapCell = (row: SupplierRow) => Cell;

export function rowMapper(supplier: Supplier, vatPercent: number) {
  const cells = new Map<string, MapCell>();
  cells.set('supplier', () => ({ value: supplier.id, written: supplier.id }));
  for (const [name, column] of Object.entries(supplier.columns)) {
    if (column !== undefined) cells.set(name, columnCell(column));
  }
  const { price, stock, leadDays } = supplier;
  const terms = { ...price, markupPercent: price.markupPercent ?? 0, vatPercent, decimal: supplier.decimal };
  const priceOf = memoized((written: string) => readPrice(written, terms));
  cells.set('price', (row) => {
    const written = row.fields.get(price.from) ?? '';
    const reading = priceOf(written);
    return reading.ok
      ? { value: reading.value, written }
      : { value: '', written, fault: written.trim() === '' ? 'empty' : reading.reason };
  });
  const words = new Map(Object.entries(stock.words ?? {}).map(([word, count]) => [word.trim().toLowerCase(), count]));
  cells.set('stock_supplier', (row) => {
    const written = joined(row, stock.from);
    return { value: readCount(written, words), written };
  });
  cells.set('lead_days', () => ({ value: String(leadDays), written: String(leadDays) }));
  const label = supplier.label ?? [];
  for (const name of label.length === 0 ? [] : ofLabelText)
    cells.set(name, (row) => ({ value: '', written: joined(row, label) }));
  if (!cells.has('marks')) cells.set('marks', () => ({ value: '', written: '' }));

  const columns = [...cells.keys()];
  return {
    columns,
    fields: new Set([
      ...Object.values(supplier.columns).flatMap(sourceOf),
      ...listOf(label),
      price.from,
      ...listOf(stock.from),
    ]),
    map(row: SupplierRow): ListRecord {
      const made = new Map(columns.map((name) => [name, (cells.get(name) as MapCell)(row)]));
      const warnings = [...(label.length === 0 ? [] : fillLabel(made, joined(row, label))), ...dropUnreadable(made)];
      const size = made.get('size');
      if (size) {
        const { size: value, marks } = sizeAndMarks(size.value);
        size.value = value;
        append(made.get('marks'), marks);
      }
      const all = [...made];
      const faults = new Map<string | null, string>(
        all.flatMap(([name, { fault }]) => (fault === undefined ? [] : [[name, fault]])),
      );
      if (row.fault !== undefined) faults.set(null, row.fault);
      return {
        line: row.line,
        fields: all.map(([, { value }]) => value),
        made: { written: all.map(([, { written }]) => written), faults, warnings },
      };
    },
  };
}

const labelOf = memoized(readLabel);

function fillLabel(made: Map<string, Cell>, written: string): string[] {
  const label = labelOf(written);
  for (const name of ofLabelText) made.set(name, { value: String(label[name] ?? ''), written });
  return label.unclear.length === 0 ? [] : [unreadable(label, written)];
}

function unreadable({ unclear }: DirtyLabel, written: string): string {
  const what = unclear.includes('label') ? 'the EU label' : `${unclear.join(', ')} of the EU label`;
  return `${what} cannot be read: ${JSON.stringify(shorten(written))}`;
}

function dropUnreadable(made: Map<string, Cell>): string[] {
  return labelColumns.flatMap((name) => {
    const cell = made.get(name);
    if (!cell || cell.value === '') return [];
    const reading = readCell[name](cell.value);
    if (reading.ok) return [];
    cell.value = '';
    return [`${name} cannot be read: ${JSON.stringify(shorten(cell.written))} is ${reading.reason}`];
  });
}

function append(cell: Cell | undefined, marks: string): void {
  if (cell && marks !== '') cell.value = `${cell.value} ${marks}`.trim();
}

function columnCell(column: SupplierColumn): MapCell {
  if (typeof column === 'object' && 'fixed' in column) return () => ({ value: column.fixed, written: column.fixed });
  if (typeof column !== 'object' || Array.isArray(column)) return (row) => same(joined(row, column));
  const values = new Map(Object.entries(column.values).map(([theirs, ours]) => [theirs.trim().toLowerCase(), ours]));
  return (row) => {
    const written = joined(row, column.from);
    return { value: values.get(written.trim().toLowerCase()) ?? written, written };
  };
}

function same(written: string): Cell {
  return { value: written, written };
}

function joined({ fields }: SupplierRow, from: string | string[]): string {
  if (typeof from === 'string') return fields.get(from) ?? '';
  return from
    .map((name) => fields.get(name) ?? '')
    .filter((text) => text.trim() !== '')
    .join(' ');
}

function sourceOf(column: SupplierColumn | undefined): string[] {
  if (column === undefined || (typeof column === 'object' && 'fixed' in column)) return [];
  return listOf(typeof column === 'object' && 'from' in column ? column.from : column);
}

function listOf(from: string | string[]): string[] {
  return [from].flat();
}

/** Splits `205/55R16 94T XL FR` into the size `205/55R16 94T XL` and the marks `FR`. */
const sizeAndMarks: (text: string) => { size: string; marks: string } = memoized((text: string) => {
  const words = text.slice(0, 200).trim().split(/\s+/);
  for (let count = words.length; count > 0; count--) {
    const size = words.slice(0, count).join(' ');
    const reading = parseSize(size);
    if (reading.ok && reading.value.speedIndex !== null) return { size, marks: words.slice(count).join(' ') };
  }
  return { size: text, marks: '' };
});

/** `words` has the counts of `>20` or `yes`; `4.0` is 4. */
function readCount(text: string, words: Map<string, number>): string {
  const written = text.trim();
  const declared = words.get(written.toLowerCase());
  if (declared !== undefined) return String(declared);
  return written.replace(/^(\d+)[.,]0{1,2}$/, '$1');
}
