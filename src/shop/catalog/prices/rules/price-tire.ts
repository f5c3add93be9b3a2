import type { Day } from '../../../calendar.ts';
import type { Cents } from '../../../money.ts';
import { exactCents } from './exact.ts';
import { matches, type Source, type TireFacts } from './matches.ts';
import type { PriceRules } from './price-rules.ts';
import { type PricingDay, priceFromSource, type SourcePrice, type Step } from './price-source.ts';

/** The guard holds back a new price that differs too much from `baseCents` on the day `baseDay`, and from `regularCents` on other days. `regularCents`: the last price without pin and campaign. `baseDay` null: no rules have priced the tire yet. */
type PreviousPrice = { regularCents: Cents; baseCents: Cents; baseDay: Day | null };

export type TireToPrice = {
  tire: TireFacts;
  sources: readonly Source[];
  /** A price that a person set. `belowFloor`: it applies even below the floor. */
  pinned: { cents: Cents; belowFloor: boolean } | null;
  previous: PreviousPrice | null;
};

export type TirePrice = {
  cents: Cents;
  leadingSource: SourcePrice;
  otherSources: SourcePrice[];
  regularCents: Cents;
  guardBase: { cents: Cents; day: Day };
  campaign: string | null;
  /** The price that the guard has held back; null: none. */
  heldCents: Cents | null;
  /** The steps of the leading source, then those of the tire. */
  steps: Step[];
};

export type PricingOptions = PricingDay & { ignoresGuard?: boolean };

export const wheelsOfCar = 4;

/** Returns the price of a tire, with the steps to it. A source with four pieces sets the price, else one with any pieces, else one with none; of
 * several such sources, the shop's own stock, else the cheapest. Guard, pin, campaign and floor then change the price. Null: no source has one. */
export function priceTire(toPrice: TireToPrice, rules: PriceRules, options: PricingOptions): TirePrice | null {
  const { tire, pinned, previous } = toPrice;
  const prices = toPrice.sources.flatMap((source) => priceFromSource(tire, source, rules, options) ?? []);
  const [leadingSource, ...otherSources] = prices.toSorted(leadingFirst);
  if (!leadingSource) return null;
  const steps = [...leadingSource.steps];
  let { cents } = leadingSource;
  const changeTo = (next: Cents, { stage, rule = '' }: { stage: Step['stage']; rule?: string }) => {
    if (next !== cents) steps.push({ stage, rule, before: exactCents(cents), after: exactCents(next) });
    cents = next;
  };

  const baseCents = previous && (previous.baseDay === options.day ? previous.baseCents : previous.regularCents);
  const keptCents = options.ignoresGuard ? null : priceKeptByGuard(leadingSource, baseCents, previous, rules);
  if (keptCents !== null) changeTo(keptCents, { stage: 'guard' });
  const regularCents = cents;
  if (pinned) changeTo(pinned.cents, { stage: 'pinned' });
  const campaign = rules.campaigns.find(
    ({ id, when }) => options.campaigns.includes(id) && matches(when, tire, leadingSource.source),
  );
  if (campaign) changeTo(reduced(cents, campaign.percentOff), { stage: 'campaign', rule: campaign.id });
  const { floorCents } = leadingSource;
  const isBelowFloor = floorCents !== null && cents < floorCents;
  if (isBelowFloor && !pinned?.belowFloor) changeTo(floorCents, { stage: 'floor-again' });
  return {
    cents,
    leadingSource,
    otherSources,
    regularCents,
    // The guard compares all prices of a day with the same one, or with a new one that a person has accepted since.
    guardBase: { cents: options.ignoresGuard ? regularCents : (baseCents ?? regularCents), day: options.day },
    campaign: campaign?.id ?? null,
    heldCents: regularCents === leadingSource.cents ? null : leadingSource.cents,
    steps,
  };
}

function leadingFirst(a: SourcePrice, b: SourcePrice): number {
  return (
    rankByPieces(a) - rankByPieces(b) ||
    Number(b.source.supplier === null) - Number(a.source.supplier === null) ||
    a.cents - b.cents ||
    ((a.source.supplier ?? '') < (b.source.supplier ?? '') ? -1 : 1)
  );
}

function rankByPieces({ source: { pieces } }: SourcePrice): number {
  if (pieces >= wheelsOfCar) return 0;
  return pieces > 0 ? 1 : 2;
}

/** Returns the price that a tire gets if the guard holds the new one back: the previous price or, for a new tire, the new one raised to `smallest`; never below the floor. Null: the guard accepts the new price, or the rules have no guard. */
function priceKeptByGuard(
  { cents, floorCents }: SourcePrice,
  baseCents: Cents | null,
  previous: PreviousPrice | null,
  { guard }: PriceRules,
): Cents | null {
  if (!guard) return null;
  const smallestCents = Math.round(guard.smallest * 100);
  const largestCents = Math.round(guard.largest * 100);
  const isTooFar = baseCents !== null && Math.abs(cents - baseCents) * 100 > guard.biggestChange * baseCents;
  const isWithinLimits = cents >= smallestCents && cents <= largestCents;
  if (isWithinLimits && !isTooFar) return null;
  const fallbackCents = previous?.regularCents ?? Math.max(cents, smallestCents);
  return Math.max(fallbackCents, floorCents ?? 0);
}

/** Rounds down to the cent: rounded up, the reduction would be less than the stated percentage. */
function reduced(cents: Cents, percentOff: number): Cents {
  return Math.floor((cents * (10_000 - Math.round(percentOff * 100))) / 10_000);
}
