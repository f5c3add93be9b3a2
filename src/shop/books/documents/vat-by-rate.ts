import { type Cents, sumCents, vatIn } from '../../money.ts';

export type GrossLine = { vatPercent: number; grossCents: Cents };

export type VatAmounts = { netCents: Cents; vatCents: Cents; grossCents: Cents };

/** Returns lines with net and VAT, split from the total of each rate so that they add up (EN 16931, BR-CO-10). */
export function withVat<Line extends GrossLine>(lines: readonly Line[]): (Line & VatAmounts)[] {
  const netOf = new Map<Line, Cents>();
  for (const [vatPercent, ofRate] of Map.groupBy(lines, (line) => line.vatPercent)) {
    const grossOfRate = sumCents(ofRate, ({ grossCents }) => grossCents);
    const shares = ofRate.map(({ grossCents }) => (grossCents * 100) / (100 + vatPercent));
    const nets = roundToTotal(grossOfRate - vatIn(grossOfRate, vatPercent), shares);
    for (const [index, line] of ofRate.entries()) netOf.set(line, nets[index] ?? 0);
  }
  return lines.map((line) => {
    const netCents = netOf.get(line) ?? 0;
    return { ...line, netCents, vatCents: line.grossCents - netCents };
  });
}

/** Largest remainder method: rounds down, then adds 1 where the remainder is largest. `total`: the rounded sum. */
export function roundToTotal(total: number, shares: readonly number[]): number[] {
  const rounded = shares.map(Math.floor);
  const missing = total - sumCents(rounded, (share) => share);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (let added = 0; added < missing; added += 1) {
    const index = byRemainder[added % byRemainder.length]?.index;
    if (index !== undefined) rounded[index] = (rounded[index] ?? 0) + 1;
  }
  return rounded;
}

export function sumsByRate(
  lines: readonly (VatAmounts & { vatPercent: number })[],
): (VatAmounts & { vatPercent: number })[] {
  return [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)]
    .map(([vatPercent, ofRate]) => ({ vatPercent, ...sumOf(ofRate) }))
    .toSorted((a, b) => b.vatPercent - a.vatPercent);
}

export function sumOf(lines: readonly VatAmounts[]): VatAmounts {
  return {
    netCents: sumCents(lines, ({ netCents }) => netCents),
    vatCents: sumCents(lines, ({ vatCents }) => vatCents),
    grossCents: sumCents(lines, ({ grossCents }) => grossCents),
  };
}
