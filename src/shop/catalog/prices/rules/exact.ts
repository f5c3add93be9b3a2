import type { Cents } from '../../../money.ts';

/** An exact amount in 10⁻¹² euro: a cost has four decimals, and each of markup and VAT multiplies by a factor of four decimals. */
export type Exact = bigint;

const centExact = 10n ** 10n;
const unitExact = 10n ** 8n;
const wholePercent = 10_000n;

/** Euros with at most four decimals, as rules contain them. */
export function exactEuros(euros: number): Exact {
  return BigInt(Math.round(euros * 10_000)) * unitExact;
}

export function exactCents(cents: Cents): Exact {
  return BigInt(cents) * centExact;
}

/** Adds a percentage with at most two decimals. Exact for amounts with at most eight decimals. */
export function plusPercent(amount: Exact, percent: number): Exact {
  return (amount * factorOf(percent)) / wholePercent;
}

/** The amount to which `percent` was added, cut off at 10⁻¹² euro. */
export function withoutPercent(amount: Exact, percent: number): Exact {
  return (amount * wholePercent) / factorOf(percent);
}

/** Rounds to the cent: half up, up or down. */
export function inCents(amount: Exact, mode: 'half-up' | 'up' | 'down'): Cents {
  const added = { 'half-up': centExact / 2n, up: centExact - 1n, down: 0n }[mode];
  return Number((amount + added) / centExact);
}

/** Euros as a decimal with at most four decimals, rounded half up, for people. */
export function exactText(amount: Exact): string {
  const units = ((amount + unitExact / 2n) / unitExact).toString().padStart(5, '0');
  return `${units.slice(0, -4)}.${units.slice(-4)}`.replace(/(\.\d\d)(\d\d)$/, (_, cents, rest) =>
    rest === '00' ? cents : `${cents}${rest}`,
  );
}

/**
 * Rounds to a price that ends with one of `endings`, in cents (90: 107.90). `up`: the lowest such price that is not lower; `down`: the
 * highest that is not higher; `nearest`: the closer one, or the higher if both are equally close. Without endings, to the nearest cent.
 */
export function toEnding(amount: Exact, endings: readonly Cents[], mode: 'up' | 'nearest' | 'down'): Cents {
  const euros = Number(amount / (100n * centExact));
  const prices = [euros - 1, euros, euros + 1]
    .flatMap((whole) => endings.map((ending) => whole * 100 + ending))
    .filter((cents) => cents > 0)
    .toSorted((a, b) => a - b);
  const above = prices.find((cents) => exactCents(cents) >= amount);
  const below = prices.findLast((cents) => exactCents(cents) <= amount);
  if (above === undefined || below === undefined) return above ?? below ?? inCents(amount, 'half-up');
  if (mode !== 'nearest') return mode === 'up' ? above : below;
  return exactCents(above) - amount <= amount - exactCents(below) ? above : below;
}

function factorOf(percent: number): bigint {
  return wholePercent + BigInt(Math.round(percent * 100));
}
