import { isEan } from './ean.ts';

export type Reading<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Reads a cell whose text is trimmed and not empty. */
export type Reader<T> = (text: string) => Reading<T>;

/** A reader of cells that may be empty, too. */
export function optional<T, E>(reader: Reader<T>, whenEmpty: E): Reader<T | E> {
  return (text) => (text === '' ? { ok: true, value: whenEmpty } : reader(text));
}

/** A reader that refuses the empty cell. */
export function required<T>(reader: Reader<T>): Reader<T> {
  return (text) => (text === '' ? refuse('empty') : reader(text));
}

export function words(longest: number): Reader<string> {
  return (text) => (text.length > longest ? refuse(`longer than ${longest} characters`) : accept(text));
}

/** One of `values`, in any case; `all-season` and `all season` are `all_season`. */
export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (text) => {
    const wanted = text.toLowerCase().replace(/[\s-]/g, '_');
    const value = values.find((candidate) => candidate.toLowerCase() === wanted);
    return value === undefined ? refuse(`not one of ${values.join(', ')}`) : accept(value);
  };
}

const answers = new Map([...['yes', 'true', '1', 'jah'].map(yes), ...['no', 'false', '0', 'ei'].map(no)]);

/** yes, true, 1, jah; no, false, 0, ei. */
export const yesNo: Reader<boolean> = (text) => {
  const value = answers.get(text.toLowerCase());
  return value === undefined ? refuse('neither yes nor no') : accept(value);
};

export function whole(least: number, most: number): Reader<number> {
  return (text) => {
    if (!/^\d{1,12}$/.test(text)) return refuse('not a whole number');
    return within(Number(text), least, most, least, most);
  };
}

/** A number with a dot or a comma, as an integer of its smallest unit: `decimal('price', 2, …)` reads 79,9 as 7990. */
export function decimal(name: string, decimals: number, least: number, most: number): Reader<number> {
  const unit = 10 ** decimals;
  return (text) => {
    const [, integer, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(text) ?? [];
    if (integer === undefined) return refuse(`not a ${name}`);
    // Also 1,200: read as 1.20 it would sell a tire for a thousandth of its price.
    if (fraction.length > decimals) return refuse(`more than ${decimals} decimals`);
    const value = Number(integer) * unit + Number(fraction.padEnd(decimals, '0'));
    return within(value, least, most, least / unit, most / unit);
  };
}

/** Null: noughts alone, as spreadsheets write that there is none. They would be the EAN of every such tire. */
export const ean: Reader<string | null> = (text) => {
  if (/^0+$/.test(text)) return accept(null);
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) return refuse('not an EAN: Excel has rounded it');
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return refuse('not an EAN: 8, 12, 13 or 14 digits');
  return isEan(text) ? accept(text) : refuse('not an EAN: the check digit is wrong');
};

function within(value: number, least: number, most: number, from: number, to: number): Reading<number> {
  if (value < least) return refuse(`less than ${from}`);
  return value > most ? refuse(`more than ${to}`) : accept(value);
}

export function accept<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

function yes(word: string): [string, boolean] {
  return [word, true];
}

function no(word: string): [string, boolean] {
  return [word, false];
}
