import { type CsvAmount, csvText } from '../../csv-for-spreadsheets.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** The types of the rows in `figures.ts` say what the columns mean, such as `apartPieces` (not for sale) and `restsDue` (orders of which a balance is due). */
export const figureColumns = {
  sales: [
    'key',
    'soldPieces',
    'returnedPieces',
    'soldCents',
    'returnedCents',
    'refundedCents',
    'grossCents',
    'netCents',
  ],
  margin: [
    'key',
    'pieces',
    'netCents',
    'costCents',
    'marginCents',
    'estimatedPieces',
    'unknownPieces',
    'unknownNetCents',
  ],
  stockValue: ['branch', 'pieces', 'costCents', 'estimatedPieces', 'unknownPieces', 'atSalePriceCents', 'apartPieces'],
  lateOrders: ['number', 'promisedOn', 'expectedOn', 'missingPieces'],
  lateTransfers: ['id', 'number', 'from', 'to', 'state'],
  restsDue: ['number', 'missingCents'],
  purchasesUnanswered: ['number', 'supplier'],
  visitsByDay: ['day', 'views'],
  visitsByPage: ['page', 'views'],
  visitsByReferrer: ['referrer', 'views'],
} as const satisfies Record<string, readonly string[]>;

export type FigureName = keyof typeof figureColumns;

/** Amounts are euros with a decimal comma. `titles`: column headings by column; a column without a title is headed by its key. */
export async function figureAsCsv(
  figure: FigureName,
  rows: readonly Row[],
  titles: Readonly<Record<string, string>> = {},
): Promise<string> {
  const columns = figureColumns[figure];
  const head = columns.map((column) => titles[column] ?? column);
  return csvText([head, ...rows.map((row) => columns.map((column) => cellOf(column, row[column] ?? null)))]);
}

function cellOf(column: string, value: string | number | null): string | number | CsvAmount {
  if (value === null) return '';
  return typeof value === 'number' && column.endsWith('Cents') ? { cents: value } : value;
}
