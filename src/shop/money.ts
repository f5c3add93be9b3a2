import { type Locale, locales } from './locale.ts';

/** Euro cents, always an integer. */
export type Cents = number;

/** Euros from JSON or a price list to cents: 79.9 → 7990. Throws on more than two decimals. */
export function toCents(euros: number): Cents {
  const cents = Math.round(euros * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(euros * 100 - cents) > 1e-6)
    throw new RangeError('not an amount in cents');
  return cents;
}

/** Cents to the euros of the API: 7990 → 79.9. */
export function toEuros(cents: Cents): number {
  return cents / 100;
}

/** The sum of price × count, VAT included. */
export function totalOf(lines: Iterable<{ priceCents: Cents; count: number }>): Cents {
  let total = 0;
  for (const { priceCents, count } of lines) total += priceCents * count;
  return total;
}

/** The VAT contained in a gross amount, rounded half up to the cent: 12400 at 24 % → 2400. */
export function vatIn(grossCents: Cents, vatPercent: number): Cents {
  return Math.round((grossCents * vatPercent) / (100 + vatPercent));
}

const formats = new Map<Locale, Intl.NumberFormat>();

/** `79,90 €` in Estonian and Russian, `€79.90` in English; always two decimals. */
export function formatMoney(cents: Cents, locale: Locale): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locales[locale].region, { style: 'currency', currency: 'EUR' });
    formats.set(locale, format);
  }
  return format.format(cents / 100);
}

/** `79,90`: euros for a spreadsheet, without a currency. */
export function amountText(cents: Cents, mark: '.' | ','): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

/** Euros that a person typed, `12,50`, `12.50` or `12`, as cents; null for what is no amount. No floats on the way. */
export function centsFromText(text: string): Cents | null {
  const [, euros, fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return euros === undefined ? null : Number(euros + fraction.padEnd(2, '0'));
}
