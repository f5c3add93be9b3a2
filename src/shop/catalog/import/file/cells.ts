import { slug } from '../../slug.ts';
import { type Designation, parseSize, type SizeRefusal } from '../../tire/size.ts';
import { memoized } from '../memoize.ts';
import {
  accept,
  decimal,
  ean,
  normalizeCell,
  oneOf,
  optional,
  type Reader,
  type Reading,
  refuse,
  required,
  textUpTo,
  wholeNumber,
  yesNo,
} from './fields.ts';
import type { Column } from './header.ts';
import { readMarks } from './marks.ts';
import type { RowFault } from './row-fault.ts';
import { valueNames } from './vocabulary.ts';

export type ListedSize = Designation & { loadIndex: string; speedIndex: string; runflat: boolean };

const size: Reader<ListedSize> = (text) => {
  const reading = parseSize(text);
  if (!reading.ok) return refuse(sizeFault(reading.reason));
  const { loadIndex, speedIndex } = reading.value;
  if (loadIndex === null || speedIndex === null) return refuse({ reason: 'no-indices' });
  const runflat = reading.value.construction === 'RF' || /\sRF\b/i.test(text);
  return accept({ ...reading.value, loadIndex, speedIndex, runflat });
};

function sizeFault(refusal: SizeRefusal): RowFault {
  if (refusal === 'empty') return { reason: 'empty' };
  return refusal === 'unreadable' ? { reason: 'not-size' } : { reason: 'unknown-size-part', part: refusal };
}

const manufacturer: Reader<string> = (text) =>
  slug(text) === '' ? refuse({ reason: 'no-latin-letters' }) : textUpTo(40)(text);

const marks: Reader<string[]> = (text) => {
  const value = readMarks(text);
  return value === null ? refuse({ reason: 'not-marks' }) : accept(value);
};

const labelClass = optional(oneOf(['A', 'B', 'C', 'D', 'E']), null);

/** The decimals of `cost_net`, which is read in 1/10,000 euro. */
export const costDecimals = 4;

export const maxPriceCents = 10_000_00;
const maxWeightGrams = 500_000;

const readers = {
  supplier: required(textUpTo(40)),
  supplier_sku: required(textUpTo(64)),
  manufacturer: required(manufacturer),
  model: required(textUpTo(80)),
  size: required(size),
  season: required(oneOf(['summer', 'winter', 'all_season'], valueNames.season)),
  studs: optional(oneOf(['none', 'studdable', 'studded'], valueNames.studs), 'none'),
  price: required(decimal('price', { decimals: 2, min: 1, max: maxPriceCents })),
  ean: optional(ean, null),
  runflat: optional(yesNo, false),
  vehicle: optional(oneOf(['car', 'van', 'truck'], valueNames.vehicle), null),
  competition: optional(yesNo, false),
  marks: optional(marks, [] as string[]),
  fuel: labelClass,
  wet: labelClass,
  noise_db: optional(wholeNumber(50, 90), null),
  noise_class: optional(oneOf(['A', 'B', 'C']), null),
  snow: optional(yesNo, null),
  ice: optional(yesNo, false),
  eprel_id: optional(eprelNumber, null),
  dot_year: optional(wholeNumber(2000, 2100), null),
  weight_kg: optional(decimal('weight', { decimals: 3, min: 1, max: maxWeightGrams }), null),
  lead_days: optional(wholeNumber(0, 365), null),
  cost_net: optional(decimal('cost', { decimals: costDecimals, min: 1, max: 10_000 * 10 ** costDecimals }), null),
  recommended: optional(decimal('price', { decimals: 2, min: 1, max: maxPriceCents }), null),
} satisfies Record<Column, Reader<unknown>>;

const stockCount: Reader<number> = optional(wholeNumber(0, 100_000), 0);

/** For names, which visitors see and which are exported to spreadsheets. */
function refuseFormulasAndHtml<T>(read: Reader<T>): Reader<T> {
  return (cell) => {
    if (/^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell)) return refuse({ reason: 'like-formula' });
    return /[<>]/.test(cell) ? refuse({ reason: 'like-html' }) : read(cell);
  };
}

/** Also reads EPREL URLs that end with the number, as in PRICAT files: `https://eprel.ec.europa.eu/qr/381667`. */
function eprelNumber(text: string): Reading<number> {
  const [, digitsOfUrl] =
    /^https:\/\/eprel\.ec\.europa\.eu\/(?:qr|screen\/product\/tyres)\/(\d+)\/?$/i.exec(text) ?? [];
  return wholeNumber(1, 2_147_483_647)(digitsOfUrl ?? text);
}

export const readCell = Object.fromEntries(
  Object.entries<Reader<unknown>>(readers).map(([column, reader]) => {
    const read =
      column === 'manufacturer' || column === 'model'
        ? refuseFormulasAndHtml(normalizeFirst(reader))
        : normalizeFirst(reader);
    const hasRepeatedValues = column !== 'supplier_sku' && column !== 'ean';
    return [column, hasRepeatedValues ? memoized(read) : read];
  }),
) as Record<Column, Reader<unknown>>;

export const readStock = memoized(normalizeFirst(stockCount));

function normalizeFirst<T>(reader: Reader<T>): Reader<T> {
  return (cell) => {
    const text = normalizeCell(cell);
    return text.ok ? reader(text.value) : text;
  };
}

export type Cells = { [C in Column]: (typeof readers)[C] extends Reader<infer T> ? T : never };
