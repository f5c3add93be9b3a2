import { z } from 'zod';
import type { Day } from '../../calendar.ts';
import { day, isUnique } from '../../config/fields.ts';
import { fieldName } from './access.ts';

const rate = z.strictObject({
  /** The first day on which the rate applies. */
  from: day,
  /** Units of the currency for one euro, as the European Central Bank states rates: PLN 4.2513. */
  perEuro: z.number().gt(0).max(100_000).refine(hasAtMostSixDecimals, { error: 'must have at most six decimals' }),
});

function hasAtMostSixDecimals(value: number): boolean {
  const millionths = value * 1e6;
  const floatTolerance = 1e-4;
  return Math.abs(millionths - Math.round(millionths)) < floatTolerance;
}

export const currency = z
  .strictObject({
    code: z.string().regex(/^[A-Z]{3}$/, { error: 'must be a code such as PLN' }),
    /** A field of the list with the currency of each row: a row in another currency is refused. */
    from: fieldName.optional(),
    rates: z
      .array(rate)
      .min(1)
      .refine((rates) => isUnique(rates.map(({ from }) => from)), { error: 'must have at most one rate a day' })
      .optional(),
  })
  .refine(({ code, rates }) => (code === 'EUR') === (rates === undefined), {
    path: ['rates'],
    error: 'must list dated rates for a currency other than EUR, and must be absent for EUR',
  });

export type SupplierCurrency = z.output<typeof currency>;

/** Returns units of the currency for one euro on a day: 1 for euros, null before the first rate. */
export function rateOn(listCurrency: SupplierCurrency | undefined, on: Day): number | null {
  if (!listCurrency?.rates) return 1;
  const [current] = listCurrency.rates.filter(({ from }) => from <= on).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return current?.perEuro ?? null;
}
