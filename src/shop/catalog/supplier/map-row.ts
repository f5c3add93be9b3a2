import { readCell } from '../import/file/cells.ts';
import { shorten } from '../import/file/fields.ts';
import type { ListRecord } from '../import/file/row.ts';
import { faultText, type RowFault } from '../import/file/row-fault.ts';
import { memoized } from '../import/memoize.ts';
import { parseSize } from '../tire/size.ts';
import type { SupplierCurrency } from './currency.ts';
import type { Supplier, SupplierColumn } from './declaration.ts';
import { readLabel } from './eu-label.ts';
import { readCost, readPrice } from './price.ts';
import type { SupplierRow } from './rows/supplier-rows.ts';

/** When a value of these columns cannot be read, the value is dropped with a warning, but the row is imported. */
const droppableColumns = ['fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'eprel_id', 'recommended'] as const;
export const labelTextColumns = ['fuel', 'wet', 'noise_db', 'noise_class'] as const;

/** `value`: the cell in the shop's format; `original`: the cell as the supplier's list contains it. */
type Cell = { value: string; original: string; fault?: RowFault };
type MapCell = (row: SupplierRow) => Cell;

/** Returns a function that maps a supplier's rows to the columns of a price list; `fields`: the names of the supplier's fields that it reads.
 * `perEuro`: units of the list's currency for one euro; null: no rate applies yet, so every row has a fault. */
export function rowMapper(supplier: Supplier, vatPercent: number, perEuro: number | null = 1) {
  const cellMappers = new Map<string, MapCell>();
  cellMappers.set('supplier', () => cellAsWritten(supplier.id));
  for (const [name, column] of Object.entries(supplier.columns)) {
    if (column !== undefined) cellMappers.set(name, columnCell(column));
  }
  const { price, stock, leadDays, recommended } = supplier;
  const sharedTerms = { vatPercent, decimal: supplier.decimal, perEuro: perEuro ?? 1 };
  const priceTerms = { ...sharedTerms, vat: price.vat, markupPercent: price.markupPercent ?? 0 };
  const parsePrice = memoized((original: string) => readPrice(original, priceTerms));
  cellMappers.set('price', (row) => {
    const original = row.fields.get(price.from) ?? '';
    const wrongCurrency = currencyFault(row, price.currency, perEuro);
    if (wrongCurrency !== null) return { value: '', original, fault: wrongCurrency };
    const reading = parsePrice(original);
    if (reading.ok) return { value: reading.value, original };
    return { value: '', original, fault: original.trim() === '' ? { reason: 'empty' } : reading.fault };
  });
  // The cost is the price without VAT and markup. If it cannot be read, only the price is a fault.
  const parseCost = memoized((original: string) => readCost(original, priceTerms));
  cellMappers.set('cost_net', (row) => {
    const original = row.fields.get(price.from) ?? '';
    return { value: parseCost(original), original };
  });
  if (recommended !== undefined) {
    const recommendedTerms = { ...sharedTerms, vat: recommended.vat, markupPercent: 0 };
    const parseRecommended = memoized((original: string) => readPrice(original, recommendedTerms));
    cellMappers.set('recommended', (row) => {
      const original = row.fields.get(recommended.from) ?? '';
      const reading = parseRecommended(original);
      // `dropUnreadable` drops an unreadable price with a warning.
      return { value: reading.ok ? reading.value : original, original };
    });
  }
  const countsByWord = new Map(
    Object.entries(stock.words ?? {}).map(([word, count]) => [word.trim().toLowerCase(), count]),
  );
  cellMappers.set('stock_supplier', (row) => {
    const original = joinFields(row, stock.from);
    return { value: withoutKeptBack(readCount(original, countsByWord), stock.keepBack), original };
  });
  cellMappers.set('lead_days', () => cellAsWritten(String(leadDays)));
  const { label } = supplier;
  if (label !== undefined) {
    for (const name of labelTextColumns) {
      cellMappers.set(name, (row) => {
        const original = joinFields(row, label);
        return { value: String(parseLabel(original)[name] ?? ''), original };
      });
    }
  }
  // Marks may also follow the size in its column; `map` moves them here.
  if (!cellMappers.has('marks')) cellMappers.set('marks', () => cellAsWritten(''));

  const namedMappers = [...cellMappers];
  const otherFields = [label, price.from, price.currency?.from, recommended?.from, stock.from, supplier.pictures?.from];
  return {
    columns: namedMappers.map(([name]) => name),
    fields: new Set(
      [...Object.values(supplier.columns).map(sourceFields), ...otherFields].flatMap((from) => from ?? []),
    ),
    map(row: SupplierRow): ListRecord {
      const cellsOfRow = new Map(namedMappers.map(([name, mapCell]) => [name, mapCell(row)]));
      const warnings = [
        ...(label === undefined ? [] : labelWarnings(joinFields(row, label))),
        ...dropUnreadable(cellsOfRow),
      ];
      const size = cellsOfRow.get('size');
      if (size) {
        const { size: value, marks } = splitSizeAndMarks(size.value);
        size.value = value;
        appendMarks(cellsOfRow.get('marks'), marks);
      }
      const namedCells = [...cellsOfRow];
      const faults = new Map<string | null, RowFault>(
        namedCells.flatMap(([name, { fault }]) => (fault === undefined ? [] : [[name, fault]])),
      );
      const wholeRow = null;
      if (row.fault !== undefined) faults.set(wholeRow, row.fault);
      return {
        line: row.line,
        fields: namedCells.map(([, { value }]) => value),
        mapped: { originals: namedCells.map(([, { original }]) => original), faults, warnings },
      };
    },
  };
}

function currencyFault(
  row: SupplierRow,
  listCurrency: SupplierCurrency | undefined,
  perEuro: number | null,
): RowFault | null {
  if (!listCurrency) return null;
  const { code, from } = listCurrency;
  const written = from === undefined ? code : (row.fields.get(from) ?? '').trim();
  if (written.toUpperCase() !== code) return { reason: 'wrong-currency', written: shorten(written), currency: code };
  return perEuro === null ? { reason: 'no-rate', currency: code } : null;
}

const parseLabel = memoized(readLabel);

function labelWarnings(original: string): string[] {
  const { unclearNames } = parseLabel(original);
  if (unclearNames.length === 0) return [];
  const subject = unclearNames.includes('label') ? 'the EU label' : `${unclearNames.join(', ')} of the EU label`;
  return [`${subject} cannot be read: ${JSON.stringify(shorten(original))}`];
}

function dropUnreadable(cellsOfRow: Map<string, Cell>): string[] {
  return droppableColumns.flatMap((name) => {
    const cell = cellsOfRow.get(name);
    if (!cell || cell.value === '') return [];
    const reading = readCell[name](cell.value);
    if (reading.ok) return [];
    cell.value = '';
    return [`${name} cannot be read: ${JSON.stringify(shorten(cell.original))} is ${faultText(reading.fault)}`];
  });
}

function appendMarks(cell: Cell | undefined, marks: string): void {
  if (cell && marks !== '') cell.value = `${cell.value} ${marks}`.trim();
}

/** As a key of a column's `values`, it stands for any text that is not empty and not another key. */
const anyText = '*';

function columnCell(column: SupplierColumn): MapCell {
  if (isFieldOrFields(column)) return (row) => cellAsWritten(joinFields(row, column));
  if ('fixed' in column) return () => cellAsWritten(column.fixed);
  const values = new Map(
    Object.entries(column.values).map(([supplierValue, shopValue]) => [supplierValue.trim().toLowerCase(), shopValue]),
  );
  return (row) => {
    const original = joinFields(row, column.from);
    const text = original.trim().toLowerCase();
    const valueOfOtherTexts = text === '' ? undefined : values.get(anyText);
    return { value: values.get(text) ?? valueOfOtherTexts ?? original, original };
  };
}

function cellAsWritten(original: string): Cell {
  return { value: original, original };
}

function joinFields({ fields }: SupplierRow, from: string | string[]): string {
  if (typeof from === 'string') return fields.get(from) ?? '';
  return from
    .map((name) => fields.get(name) ?? '')
    .filter((text) => text.trim() !== '')
    .join(' ');
}

function sourceFields(column: SupplierColumn | undefined): string | string[] | undefined {
  if (column === undefined || isFieldOrFields(column)) return column;
  return 'from' in column ? column.from : undefined;
}

function isFieldOrFields(column: SupplierColumn): column is string | string[] {
  return typeof column === 'string' || Array.isArray(column);
}

/** Splits `205/55R16 94T XL FR` into the size `205/55R16 94T XL` and the marks `FR`. XL stays, because `parseSize` reads it. */
const splitSizeAndMarks: (text: string) => { size: string; marks: string } = memoized((text: string) => {
  const words = text.slice(0, 200).trim().split(/\s+/);
  for (let count = words.length; count > 0; count--) {
    const size = words.slice(0, count).join(' ');
    const reading = parseSize(size);
    if (reading.ok && reading.value.speedIndex !== null) return { size, marks: words.slice(count).join(' ') };
  }
  return { size: text, marks: '' };
});

/** Returns the number of pieces as text: `countsByWord` translates `>20` or `yes`; `4.0` becomes 4. */
function readCount(text: string, countsByWord: Map<string, number>): string {
  const original = text.trim();
  const declared = countsByWord.get(original.toLowerCase());
  if (declared !== undefined) return String(declared);
  return original.replace(/^(\d+)[.,]0{1,2}$/, '$1');
}

/** Subtracts `keepBack`, the pieces that the shop does not offer, from a number of pieces. Any other text stays as it is; the import refuses it later. */
function withoutKeptBack(count: string, keepBack: number): string {
  return keepBack > 0 && /^\d+$/.test(count) ? String(Math.max(0, Number(count) - keepBack)) : count;
}
