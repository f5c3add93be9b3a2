import type { Cents } from '../../../money.ts';

/** An amount in 10⁻¹² euro: a cost has four decimals, and the factors of markup and VAT add four decimals each. */
export type Exact = bigint;

const oneCent = 10n ** 10n;
const tenThousandthOfEuro = 10n ** 8n;
const hundredPercentInBasisPoints = 10_000n;

/** `euros`: with at most four decimals, as costs and price rules have. */
export function exactEuros(euros: number): Exact {
  return BigInt(Math.round(euros * 10_000)) * tenThousandthOfEuro;
}

export function exactCents(cents: Cents): Exact {
  return BigInt(cents) * oneCent;
}

/** Adds a percentage with at most two decimals. Exact for amounts with at most eight decimals. */
export function plusPercent(amount: Exact, percent: number): Exact {
  return (amount * factorInBasisPoints(percent)) / hundredPercentInBasisPoints;
}

/** The amount before `percent` was added to it, cut off at 10⁻¹² euro. */
export function withoutPercent(amount: Exact, percent: number): Exact {
  return (amount * hundredPercentInBasisPoints) / factorInBasisPoints(percent);
}

export function inCents(amount: Exact, mode: 'half-up' | 'up' | 'down'): Cents {
  const roundingTerm = { 'half-up': oneCent / 2n, up: oneCent - 1n, down: 0n }[mode];
  return Number((amount + roundingTerm) / oneCent);
}

/** Euros with four decimals, or with two if the others are zeros (`71.50`); rounded half up. */
export function exactText(amount: Exact): string {
  const units = ((amount + tenThousandthOfEuro / 2n) / tenThousandthOfEuro).toString().padStart(5, '0');
  const text = `${units.slice(0, -4)}.${units.slice(-4)}`;
  return text.endsWith('00') ? text.slice(0, -2) : text;
}

/** Rounds to a price that ends with one of `endings`, in cents: 90 for prices such as 107.90. `up`: the lowest such price from the amount on; `down`: the highest
 * up to the amount; `nearest`: the closer of these two, or the higher if both are equally close. If only one of the two exists, it is returned;
 * without endings, the nearest cent. */
export function roundToEnding(amount: Exact, endings: readonly Cents[], mode: 'up' | 'nearest' | 'down'): Cents {
  const euros = Number(amount / (100n * oneCent));
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

function factorInBasisPoints(percent: number): bigint {
  return hundredPercentInBasisPoints + BigInt(Math.round(percent * 100));
}
