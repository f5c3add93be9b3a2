import { amountText } from '../../money.ts';
import { accept, type Reading, refuse } from '../import/file/fields.ts';

/** Percentages have at most two decimals. `decimal`: the supplier's sign; undefined: either. */
export type PriceTerms = {
  vat: 'included' | 'excluded';
  markupPercent: number;
  vatPercent: number;
  decimal: '.' | ',' | undefined;
};

/** Euros with VAT, rounded half up once at the end. Refuses three decimals, which may be thousands. */
export function readPrice(text: string, { vat, markupPercent, vatPercent, decimal }: PriceTerms): Reading<string> {
  const [, whole, sign, fraction = ''] = /^(\d{1,7})(?:([.,])(\d{1,4}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return refuse('not a price');
  if (sign !== undefined && decimal !== undefined && sign !== decimal)
    return refuse(`not a price with a decimal ${decimal === ',' ? 'comma' : 'point'}`);
  if (fraction.length === 3) return refuse('three decimals, or thousands');
  if (vat === 'included' && markupPercent === 0 && fraction.length > 2) return refuse('more than 2 decimals');
  // Exact: ten thousandths of a euro times two percentages in hundredths.
  const net = BigInt(whole + fraction.padEnd(4, '0'));
  const factors = [markupPercent, vat === 'excluded' ? vatPercent : 0].map((percent) =>
    BigInt(10_000 + Math.round(percent * 100)),
  );
  const exact = factors.reduce((amount, factor) => amount * factor, net);
  const unit = 100n * 10_000n ** 2n;
  return accept(amountText(Number((exact * 2n + unit) / (unit * 2n)), '.'));
}
