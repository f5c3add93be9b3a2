export type Reading<T> = { ok: true; value: T } | { ok: false; reason: string };

export type Reader<T> = (text: string) => Reading<T>;

export function optional<T, E>(reader: Reader<T>, whenEmpty: E): Reader<T | E> {
  return (text) => (text === '' ? { ok: true, value: whenEmpty } : reader(text));
}

export function required<T>(reader: Reader<T>): Reader<T> {
  return (text) => (text === '' ? refuse('empty') : reader(text));
}

export function words(longest: number): Reader<string> {
  return (text) => (text.length > longest ? refuse(`longer than ${longest} characters`) : accept(text));
}

export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (text) => {
    const normalized = text.toLowerCase().replace(/[\s-]/g, '_');
    const value = values.find((candidate) => candidate.toLowerCase() === normalized);
    return value === undefined ? refuse(`not one of ${values.join(', ')}`) : accept(value);
  };
}

export const yesNo: Reader<boolean> = (text) => {
  const answer = text.toLowerCase();
  if (['yes', 'true', '1', 'jah'].includes(answer)) return accept(true);
  return ['no', 'false', '0', 'ei'].includes(answer) ? accept(false) : refuse('neither yes nor no');
};

export function whole(min: number, max: number): Reader<number> {
  return (text) => {
    if (!/^\d{1,12}$/.test(text)) return refuse('not a whole number');
    return within(Number(text), min, max, min, max);
  };
}

/** As an integer of the smallest unit: `decimal('price', 2, …)` reads 79,9 as 7990. */
export function decimal(name: string, decimals: number, min: number, max: number): Reader<number> {
  const unit = 10 ** decimals;
  return (text) => {
    const [, integer, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(text) ?? [];
    if (integer === undefined) return refuse(`not a ${name}`);
    // Also refuses 1,200, which may be thousands.
    if (fraction.length > decimals) return refuse(`more than ${decimals} decimals`);
    const value = Number(integer) * unit + Number(fraction.padEnd(decimals, '0'));
    return within(value, min, max, min / unit, max / unit);
  };
}

/** Null: only zeros, which spreadsheets write for a missing EAN. */
export const ean: Reader<string | null> = (text) => {
  if (/^0+$/.test(text)) return accept(null);
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) return refuse('not an EAN: Excel has rounded it');
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return refuse('not an EAN: 8, 12, 13 or 14 digits');
  return isEan(text) ? accept(text) : refuse('not an EAN: the check digit is wrong');
};

function within(value: number, min: number, max: number, from: number, to: number): Reading<number> {
  if (value < min) return refuse(`less than ${from}`);
  return value > max ? refuse(`more than ${to}`) : accept(value);
}

export function accept<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** GTIN-8, UPC-A, EAN-13 and GTIN-14. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const weight = (text.length - index) % 2 === 0 ? 3 : 1;
    sum += Number(text[index]) * weight;
  }
  return sum % 10 === 0;
}

const longestCell = 200;

export function normalizeCell(cell: string): Reading<string> {
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(cell) && cell.length <= longestCell) return { ok: true, value: cell };
  if (cell.length > longestCell) return refuse(`longer than ${longestCell} characters`);
  const text = cell
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
  const [hidden] = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text) ?? [];
  return hidden === undefined ? { ok: true, value: text } : refuse(`has the hidden character ${codePoint(hidden)}`);
}

export function shorten(cell: string): string {
  const seen = cell.slice(0, 41).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return seen.length > 40 ? `${seen.slice(0, 40)}…` : seen;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
