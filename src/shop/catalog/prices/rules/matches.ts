import type { Day } from '../../../calendar.ts';
import type { Cents } from '../../../money.ts';
import { comparableEan } from '../../import/file/fields.ts';
import { slug } from '../../slug.ts';
import type { When } from './price-rules.ts';

/** The facts about a tire that a rule can have conditions on. `maker`: the manufacturer's id; `rim` in inches, `width` in mm. */
export type TireFacts = {
  id: string;
  maker: string;
  model: string;
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  vehicle: 'car' | 'van' | 'truck';
  runflat: boolean;
  rim: number;
  width: number;
  ean: string | null;
  competitorPrices: readonly CompetitorPrice[];
};

/** `cents`: with VAT; `source`: the competitor, as the owner's list names it; `day`: when the price was seen. */
export type CompetitorPrice = { source: string; cents: Cents; day: Day };

/** A supplier's offer of a tire; `supplier` null: the shop's own stock at its branches. */
export type Source = {
  supplier: string | null;
  sku: string | null;
  /** Euros for one piece without VAT, with four decimals; null: not known. */
  costNet: number | null;
  /** The price (null: the shop's own stock) and the recommended retail price (null: not known) in the supplier's list, with VAT. */
  listCents: Cents | null;
  recommendedCents: Cents | null;
  pieces: number;
};

/** Returns whether all conditions hold. A condition on a value that is not known, such as a cost, does not hold. */
export function matches(when: When | undefined, tire: TireFacts, source: Source): boolean {
  if (when === undefined) return true;
  const place = source.supplier === null ? 'own' : 'supplier';
  return (
    isOneOf(when.supplier, source.supplier) &&
    isOneOf(when.maker, tire.maker) &&
    (when.model === undefined || when.model.includes(slug(tire.model))) &&
    isOneOf(when.season, tire.season) &&
    isOneOf(when.studs, tire.studs) &&
    isOneOf(when.vehicle, tire.vehicle) &&
    (when.runflat === undefined || when.runflat === tire.runflat) &&
    isWithin(when.rim, tire.rim) &&
    isWithin(when.width, tire.width) &&
    isWithin(when.cost, source.costNet) &&
    isWithin(when.list, euros(source.listCents)) &&
    isWithin(when.recommended, euros(source.recommendedCents)) &&
    isOneOf(when.ean, tire.ean === null ? null : comparableEan(tire.ean)) &&
    isOneOf(when.sku, source.sku) &&
    (when.place === undefined || when.place === place)
  );
}

function euros(cents: Cents | null): number | null {
  return cents === null ? null : cents / 100;
}

function isOneOf(values: readonly string[] | undefined, value: string | null): boolean {
  return values === undefined || (value !== null && values.includes(value));
}

function isWithin(range: { min: number; max: number } | undefined, value: number | null): boolean {
  return range === undefined || (value !== null && value >= range.min && value <= range.max);
}
