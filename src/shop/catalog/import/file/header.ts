export const requiredColumns = [
  'supplier',
  'supplier_sku',
  'manufacturer',
  'model',
  'size',
  'season',
  'studs',
  'price',
] as const;

export const optionalColumns = [
  'ean',
  'runflat',
  'vehicle',
  'competition',
  'marks',
  'fuel',
  'wet',
  'noise_db',
  'noise_class',
  'snow',
  'ice',
  'eprel_id',
  'dot_year',
  'weight_kg',
  'lead_days',
] as const;

export type Column = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];

export type Header = {
  position: Map<Column, number>;
  /** `at` -1: the list lacks the column, so the stock there does not change. */
  stock: { location: string; column: string; at: number }[];
  width: number;
  warnings: string[];
};

export type HeaderReading =
  | { ok: true; header: Header }
  | { ok: false; reason: 'missing-columns' | 'repeated-columns'; columns: string[] };

export function readHeader(fields: string[], branches: string[]): HeaderReading {
  const names = fields.map((field) => field.trim().toLowerCase());
  const repeated = new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index));
  if (repeated.size > 0) return { ok: false, reason: 'repeated-columns', columns: [...repeated] };
  const missing = requiredColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) return { ok: false, reason: 'missing-columns', columns: missing };

  const columns = [...requiredColumns, ...optionalColumns].filter((column) => names.includes(column));
  const stock = [...branches, 'supplier'].map((location) => {
    const column = `stock_${location}`.toLowerCase();
    return { location, column, at: names.indexOf(column) };
  });
  const known = new Set<string>([...columns, ...stock.map(({ column }) => column), '']);
  const warnings = [
    sentence(
      names.filter((name) => !known.has(name)).map((name) => name.slice(0, 60)),
      'is unknown and not read',
      'are unknown and not read',
    ),
    sentence(
      optionalColumns.filter((column) => !names.includes(column)),
      'is missing: read as empty',
      'are missing: read as empty',
    ),
    sentence(
      stock.filter(({ at }) => at < 0).map(({ column }) => column),
      'is missing: stock there stays as it is',
      'are missing: stock there stays as it is',
    ),
  ].filter((warning) => warning !== null);
  const position = new Map(columns.map((column) => [column, names.indexOf(column)]));
  return { ok: true, header: { position, stock, width: names.length, warnings } };
}

function sentence(columns: string[], one: string, several: string): string | null {
  if (columns.length === 0) return null;
  return columns.length === 1 ? `column ${columns[0]} ${one}` : `columns ${columns.join(', ')} ${several}`;
}
