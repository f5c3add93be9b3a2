import { amountText } from '../../money.ts';
import { accept, type Reading, refuse } from '../import/file/fields.ts';

const pattern = /^(\d{1,7})(?:([.,])(\d{1,4}))?$/;

/** Percentages have at most two decimals. `decimal`: the decimal sign of the supplier; undefined: either. */
export type PriceTerms = {
  vat: 'included' | 'excluded';
  markupPercent: number;
  vatPercent: number;
  decimal: '.' | ',' | undefined;
};

/** Reads a supplier's price as euros including VAT, rounded half up once at the end. Refuses three decimals, which may be thousands. */
export function readPrice(text: string, { vat, markupPercent, vatPercent, decimal }: PriceTerms): Reading<string> {
  const [, euros, decimalSign, fraction = ''] = pattern.exec(text.trim()) ?? [];
  if (euros === undefined) return refuse('not a price');
  if (decimalSign !== undefined && decimal !== undefined && decimalSign !== decimal)
    return refuse(`not a price with a decimal ${decimal === ',' ? 'comma' : 'point'}`);
  if (fraction.length === 3) return refuse('three decimals, or thousands');
  if (vat === 'included' && markupPercent === 0 && fraction.length > 2) return refuse('more than 2 decimals');
  // Integers keep this exact: the price in 1/10,000 euro, the factors in 1/10,000.
  const declaredAmount = BigInt(euros + fraction.padEnd(4, '0'));
  const factors = [markupPercent, vat === 'excluded' ? vatPercent : 0].map((percent) =>
    BigInt(10_000 + Math.round(percent * 100)),
  );
  const exactAmount = factors.reduce((amount, factor) => amount * factor, declaredAmount);
  const cent = 100n * 10_000n ** 2n;
  const roundedCents = (exactAmount * 2n + cent) / (cent * 2n);
  return accept(amountText(Number(roundedCents), '.'));
}

/** In 1/10,000 euro: as much as a price list may say. */
const maxCost = 100_000_000n;

/** Returns what a supplier's price costs the shop in euros without VAT and markup, with four decimals; empty if it cannot be read. */
export function readCost(text: string, terms: PriceTerms): string {
  if (!readPrice(text, terms).ok) return '';
  const [, euros = '', , fraction = ''] = pattern.exec(text.trim()) ?? [];
  const amount = BigInt(euros + fraction.padEnd(4, '0'));
  const withVat = 10_000n + (terms.vat === 'included' ? BigInt(Math.round(terms.vatPercent * 100)) : 0n);
  const units = (amount * 20_000n + withVat) / (withVat * 2n);
  if (units < 1n || units > maxCost) return '';
  const net = units.toString().padStart(5, '0');
  return `${net.slice(0, -4)}.${net.slice(-4)}`;
}
