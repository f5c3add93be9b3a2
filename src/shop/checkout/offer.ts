import type { Cents } from '../money.ts';
import { toEuros } from '../money.ts';
import { allocate, type Part, type Supply } from './allocate.ts';
import type { Refusal } from './placing.ts';
import type { WantedLine } from './wanted-lines.ts';

/** A tire as it can be bought now. */
export type Offer = {
  /** `Nokian Hakka Blue 3` */
  title: string;
  /** `205/55 R16 91V XL` */
  size: string;
  priceCents: Cents;
  /** Empty when the tire is off sale. */
  supplies: Supply[];
};

/** A wanted tire, what it costs now and where it comes from. */
export type OfferedLine = WantedLine & Omit<Offer, 'supplies'> & { parts: Part[]; missing: number };

/** Sets what is wanted against what is offered. Every wanted tire must have its offer. */
export function offeredLines(
  wanted: readonly WantedLine[],
  offers: ReadonlyMap<string, Offer>,
  chosen: string,
  branches: readonly string[],
): OfferedLine[] {
  return wanted.map((line) => {
    const offer = offers.get(line.id);
    if (!offer) throw new Error(`no offer for ${line.id}`);
    const { supplies, ...bought } = offer;
    return { ...line, ...bought, ...allocate(line.count, supplies, chosen, branches) };
  });
}

/**
 * Why the buyer cannot have these lines, or null. A shortage comes before a new price: the price of what is not there
 * helps nobody, and whoever takes fewer sees the new prices on the next attempt.
 */
export function offerRefusal(lines: readonly OfferedLine[]): Refusal | null {
  const short = lines.filter(({ missing }) => missing > 0);
  if (short.length > 0) {
    const items = short.map(({ id, count, missing }) => ({ id, available: count - missing }));
    return { ok: false, reason: 'out-of-stock', items };
  }
  const repriced = lines.filter(({ priceCents, pricesSeen }) =>
    pricesSeen.some((seen) => seen !== toEuros(priceCents)),
  );
  if (repriced.length === 0) return null;
  const items = repriced.map(({ id, priceCents }) => ({ id, price: toEuros(priceCents) }));
  return { ok: false, reason: 'price-changed', items };
}
