import { columnNamed } from './vocabulary.ts';

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
  'cost_net',
  'recommended',
] as const;

const optionalWithoutWarning: readonly string[] = ['cost_net', 'recommended'];

export type Column = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];

export type Header = {
  position: Map<Column, number>;
  sizeText(fields: string[]): string;
  /** `position`: that of the column; -1: the list does not have it, so the stock at this location does not change. */
  stock: { location: string; column: string; position: number }[];
  columnCount: number;
  warnings: string[];
};

export type HeaderReading =
  | { ok: true; header: Header }
  | { ok: false; reason: 'missing-columns' | 'repeated-columns'; columns: string[] };

export function readHeader(fields: string[], branches: string[]): HeaderReading {
  const names = fields.map(columnNamed);
  const repeated = new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index));
  if (repeated.size > 0) return { ok: false, reason: 'repeated-columns', columns: [...repeated] };
  const hasSizeParts = names.includes('width') && names.includes('diameter');
  const isPresent = (column: Column) => names.includes(column) || (column === 'size' && hasSizeParts);
  const missing = requiredColumns.filter((column) => !isPresent(column));
  if (missing.length > 0) return { ok: false, reason: 'missing-columns', columns: missing };

  const columns = [...requiredColumns, ...optionalColumns].filter((column) => names.includes(column));
  const stock = [...branches, 'supplier'].map((location) => {
    const column = columnNamed(`stock_${location}`);
    return { location, column, position: names.indexOf(column) };
  });
  const known = new Set<string>([...columns, ...sizeParts, ...stock.map(({ column }) => column), '']);
  const warnings = [
    columnWarning(
      names.filter((name) => !known.has(name)).map((name) => name.slice(0, 60)),
      'is unknown and not read',
      'are unknown and not read',
    ),
    columnWarning(
      optionalColumns.filter((column) => !names.includes(column) && !optionalWithoutWarning.includes(column)),
      'is missing: read as empty',
      'are missing: read as empty',
    ),
    columnWarning(
      stock.filter(({ position }) => position < 0).map(({ column }) => column),
      'is missing: stock there stays as it is',
      'are missing: stock there stays as it is',
    ),
  ].filter((warning) => warning !== null);
  const position = new Map(columns.map((column) => [column, names.indexOf(column)]));
  return { ok: true, header: { position, sizeText: sizeFrom(names), stock, columnCount: names.length, warnings } };
}

const sizeParts = ['width', 'profile', 'diameter', 'load_index', 'speed_index'];

/** Returns a function that reads a row's size as one text, such as `205/55 R16 91V`. A list without the column `size` has its parts (205, 55, R16)
 * in columns of their own. In any list, the indices (91, V) may be in columns of their own. */
function sizeFrom(names: string[]): Header['sizeText'] {
  const sizePosition = names.indexOf('size');
  const partPositions = sizeParts.map((part) => names.indexOf(part));
  if (partPositions.every((position) => position < 0)) return (fields) => fields[sizePosition] ?? '';
  return (fields) => {
    const [width, profile, diameter, load, speed] = partPositions.map((position) => fields[position]?.trim() ?? '');
    const rim = diameter?.replace(/^Z?R\s*(?=\d)/i, '').replace(',', '.');
    const widthAndProfile = profile ? `${width}/${profile}` : width;
    const size = sizePosition >= 0 ? fields[sizePosition] : `${widthAndProfile} R${rim}`;
    return `${size ?? ''} ${load}${speed}`.trim();
  };
}

function columnWarning(columns: string[], singularText: string, pluralText: string): string | null {
  if (columns.length === 0) return null;
  return columns.length === 1 ? `column ${columns[0]} ${singularText}` : `columns ${columns.join(', ')} ${pluralText}`;
}
