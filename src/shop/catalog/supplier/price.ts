import { amountText } from '../../money.ts';
import { accept, type Reading, refuse } from '../import/file/fields.ts';

const pricePattern = /^(\d{1,7})(?:([.,])(\d{1,4}))?$/;

/** Percentages have at most two decimals. `decimal`: the decimal sign of the supplier; undefined: either. */
export type PriceTerms = {
  vat: 'included' | 'excluded';
  markupPercent: number;
  vatPercent: number;
  decimal: '.' | ',' | undefined;
  /** Units of the list's currency for one euro, with at most six decimals; absent: euros. */
  perEuro?: number;
};

/** Reads a supplier's price as euros including markup and VAT, rounded half up once at the end. */
export function readPrice(text: string, terms: PriceTerms): Reading<string> {
  const { vat, markupPercent, vatPercent, perEuro = 1 } = terms;
  const amount = readAmount(text, terms);
  if (!amount.ok) return amount;
  const addedVatPercent = vat === 'excluded' ? vatPercent : 0;
  const exactAmount = amount.value * scaledFactor(markupPercent) * scaledFactor(addedVatPercent);
  // A cent has 100 units of 1/10,000. Both sides of the division contain `factorScale` twice and `rateScale` once, so the scales cancel out.
  const unitsOfCent = 100n * factorScale ** 2n;
  const roundedCents = divideHalfUp(exactAmount * rateScale, unitsOfCent * scaledRate(perEuro));
  return accept(amountText(Number(roundedCents), '.'));
}

/** The highest cost that a price list may contain, in 1/10,000 euro. */
const maxCostUnits = 100_000_000n;

/** Returns the supplier's price without VAT and markup, in euros with four decimals; empty if it cannot be read. */
export function readCost(text: string, terms: PriceTerms): string {
  const amount = readAmount(text, terms);
  if (!amount.ok) return '';
  const vatFactor = scaledFactor(terms.vat === 'included' ? terms.vatPercent : 0);
  const costUnits = divideHalfUp(amount.value * factorScale * rateScale, vatFactor * scaledRate(terms.perEuro ?? 1));
  if (costUnits < 1n || costUnits > maxCostUnits) return '';
  const net = costUnits.toString().padStart(5, '0');
  return `${net.slice(0, -4)}.${net.slice(-4)}`;
}

/** Reads an amount in 1/10,000 of the list's currency: floats would round wrongly at half a cent. Refuses three decimals, because `1,200` may mean 1200. */
function readAmount(text: string, { vat, markupPercent, decimal, perEuro = 1 }: PriceTerms): Reading<bigint> {
  const [, wholePart, decimalSign, fraction = ''] = pricePattern.exec(text.trim()) ?? [];
  if (wholePart === undefined) return refuse({ reason: 'not-number', name: 'price' });
  const contradictsDeclaration = decimal !== undefined && decimalSign !== undefined && decimalSign !== decimal;
  if (contradictsDeclaration)
    return refuse({ reason: 'wrong-decimal-sign', sign: decimal === ',' ? 'comma' : 'point' });
  if (fraction.length === 3) return refuse({ reason: 'ambiguous-decimals' });
  const isFinalPrice = vat === 'included' && markupPercent === 0 && perEuro === 1;
  if (isFinalPrice && fraction.length > 2) return refuse({ reason: 'too-many-decimals', max: 2 });
  return accept(BigInt(wholePart + fraction.padEnd(4, '0')));
}

const factorScale = 10_000n;

function scaledFactor(addedPercent: number): bigint {
  return factorScale + BigInt(Math.round(addedPercent * 100));
}

const rateScale = 1_000_000n;

function scaledRate(perEuro: number): bigint {
  return BigInt(Math.round(perEuro * Number(rateScale)));
}

/** BigInt division cuts the fraction off, so half the divisor is added first. Both are doubled, because half of an odd divisor is no integer. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
