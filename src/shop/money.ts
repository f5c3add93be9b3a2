import type { Day } from './calendar.ts';
import { type Locale, locales } from './locale.ts';
import { tallinnDate } from './tallinn-date.ts';

/** Euro cents, always an integer. */
export type Cents = number;

/** Converts euros to cents: 79.9 → 7990. Throws RangeError for more than two decimals, NaN, infinity. */
export function toCents(euros: number): Cents {
  const cents = Math.round(euros * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(euros * 100 - cents) > 1e-6)
    throw new RangeError('not a whole number of cents');
  return cents;
}

export function toEuros(cents: Cents): number {
  return cents / 100;
}

export function totalOf(lines: Iterable<{ priceCents: Cents; count: number }>): Cents {
  let total = 0;
  for (const { priceCents, count } of lines) total += priceCents * count;
  return total;
}

export function sumCents<Item>(items: readonly Item[], centsOf: (item: Item) => Cents): Cents {
  return items.reduce((sum, item) => sum + centsOf(item), 0);
}

/** Rounds down to a whole percent, so that a reduction is never overstated: 8000 and 10000 → 20. */
export function percentBelow(cents: Cents, earlierCents: Cents): number {
  return Math.floor(((earlierCents - cents) * 100) / earlierCents);
}

/** Rounds to the nearest 5 cents (EKVS § 5¹, the Estonian act on the euro): 31962 → 31960, 31963 → 31965. */
export function roundedCash(cents: Cents): Cents {
  return Math.round(cents / 5) * 5;
}

/** Returns the VAT that a gross sum contains, rounded half up: 12400 at 24 % → 2400. */
export function vatIn(grossCents: Cents, vatPercent: number): Cents {
  return Math.round((grossCents * vatPercent) / (100 + vatPercent));
}

const formatsByLocale = new Map<Locale, Intl.NumberFormat>();

/** Returns `79,90 €` in Estonian and Russian, `€79.90` in English, with two decimals and a minus sign (`−`). */
export function formatMoney(cents: Cents, locale: Locale): string {
  let format = formatsByLocale.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locales[locale].intl, { style: 'currency', currency: 'EUR' });
    formatsByLocale.set(locale, format);
  }
  return format.format(cents / 100).replace('-', '−');
}

/** Returns euros with two decimals, without grouping: 123456 → `1234.56`. */
export function amountText(cents: Cents, decimalSign: '.' | ','): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalSign}${digits.slice(-2)}`;
}

/** Reads typed euros (`12,50`, `12.50`, `12`; below ten million) as cents; null for anything else. */
export function centsFromText(text: string): Cents | null {
  const [, euros, fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return euros === undefined ? null : Number(euros + fraction.padEnd(2, '0'));
}

/** As `centsFromText`, but also reads amounts with a minus sign. */
export function signedCentsFromText(text: string): Cents | null {
  const [, sign, amount = ''] = /^([-−]?)(.+)$/.exec(text.trim()) ?? [];
  const cents = centsFromText(amount);
  return cents !== null && sign ? -cents : cents;
}

export type VatRate = { from: Day; percent: number };

/** Returns the VAT rate on the day that `now` is in Tallinn. Throws RangeError before the first rate. */
export function vatPercentAt(rates: readonly VatRate[], now: Date): number {
  const today = tallinnDate(now);
  const [current] = rates.filter(({ from }) => from <= today).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  if (!current) throw new RangeError(`no rate of VAT on ${today}`);
  return current.percent;
}
