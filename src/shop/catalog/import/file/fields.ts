import type { RowFault } from './row-fault.ts';
import { normalized } from './vocabulary.ts';

/** `warning`: the reason why the value of the cell was left out. */
export type Reading<T> = { ok: true; value: T; warning?: string } | { ok: false; fault: RowFault };

export type Reader<T> = (text: string) => Reading<T>;

const emptyTexts = new Set(['', '-', '–', '—']);

export function optional<T, E>(reader: Reader<T>, whenEmpty: E): Reader<T | E> {
  return (text) => (emptyTexts.has(text) ? { ok: true, value: whenEmpty } : reader(text));
}

export function required<T>(reader: Reader<T>): Reader<T> {
  return (text) => (text === '' ? refuse({ reason: 'empty' }) : reader(text));
}

export function textUpTo(maxLength: number): Reader<string> {
  return (text) => (text.length > maxLength ? refuse({ reason: 'too-long', max: maxLength }) : accept(text));
}

export function oneOf<const T extends string>(
  values: readonly T[],
  synonyms: { [V in T]?: readonly string[] } = {},
): Reader<T> {
  const known = new Map<string, T>();
  for (const value of values) {
    const words = [value, ...(synonyms[value] ?? [])];
    for (const word of words) known.set(normalized(word), value);
  }
  return (text) => {
    const value = known.get(normalized(text));
    return value === undefined ? refuse({ reason: 'not-one-of', values }) : accept(value);
  };
}

export const yesNo: Reader<boolean> = (text) => {
  const answer = text.toLowerCase();
  if (['yes', 'true', '1', 'jah', 'да'].includes(answer)) return accept(true);
  return ['no', 'false', '0', 'ei', 'нет'].includes(answer) ? accept(false) : refuse({ reason: 'not-yes-or-no' });
};

export function wholeNumber(min: number, max: number): Reader<number> {
  return (text) => {
    if (!/^\d{1,12}$/.test(text)) return refuse({ reason: 'not-whole-number' });
    return inRange(Number(text), min, max);
  };
}

/** Reads a decimal number as an integer of its smallest unit (2 decimals: 79,9 is 7990), as `min` and `max` are. */
export function decimal(
  name: string,
  { decimals, min, max }: { decimals: number; min: number; max: number },
): Reader<number> {
  const unit = 10 ** decimals;
  return (text) => {
    const [, integer, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(text) ?? [];
    if (integer === undefined) return refuse({ reason: 'not-number', name });
    // This also refuses 1,200, in which the comma may separate thousands.
    if (fraction.length > decimals) return refuse({ reason: 'too-many-decimals', max: decimals });
    const value = Number(integer) * unit + Number(fraction.padEnd(decimals, '0'));
    return inRange(value, min, max, unit);
  };
}

/** An EAN rounded by a spreadsheet (6,41944E+12 or 6419440000000) has lost digits: the tire is imported without it. */
const roundedEan = /^(\d+([.,]\d+)?e\+?\d+|\d{6,8}0{6})$/i;

/** Null for only zeros, which spreadsheets write for a missing EAN, and for a rounded EAN. */
export const ean: Reader<string | null> = (text) => {
  if (/^0+$/.test(text)) return accept(null);
  if (roundedEan.test(text)) return accept(null, 'left out, because a spreadsheet has rounded it');
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return refuse({ reason: 'not-ean' });
  return isEan(text) ? accept(text) : refuse({ reason: 'wrong-check-digit' });
};

function inRange(value: number, min: number, max: number, unit = 1): Reading<number> {
  if (value < min) return refuse({ reason: 'less-than', min: min / unit });
  return value > max ? refuse({ reason: 'more-than', max: max / unit }) : accept(value);
}

export function accept<T>(value: T, warning?: string): Reading<T> {
  return warning === undefined ? { ok: true, value } : { ok: true, value, warning };
}

export function refuse(fault: RowFault): { ok: false; fault: RowFault } {
  return { ok: false, fault };
}

/** Accepts GTIN-8, UPC-A, EAN-13 and GTIN-14 with a correct check digit. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const weight = (text.length - index) % 2 === 0 ? 3 : 1;
    sum += Number(text[index]) * weight;
  }
  return sum % 10 === 0;
}

/** Returns an EAN without leading zeros, so that its forms with 12, 13 and 14 digits (UPC, EAN, GTIN) are equal. */
export function comparableEan(ean: string): string {
  return ean.replace(/^0+/, '');
}

const maxCellLength = 200;

/** Visible ASCII characters with single spaces between them. */
const normalizedAscii = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Normalizes letters and spaces. Refuses long texts and hidden characters. */
export function normalizeCell(cell: string): Reading<string> {
  if (cell.length > maxCellLength) return refuse({ reason: 'too-long', max: maxCellLength });
  if (normalizedAscii.test(cell)) return { ok: true, value: cell };
  const text = cell
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
  const [hiddenCharacter] = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text) ?? [];
  return hiddenCharacter === undefined
    ? { ok: true, value: text }
    : refuse({ reason: 'hidden-character', character: codePoint(hiddenCharacter) });
}

export function shorten(cell: string): string {
  const visible = cell.slice(0, 41).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
