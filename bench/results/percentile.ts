import { rounded } from './figure.ts';

/** The smallest of the values that at least this share of them does not exceed (nearest rank); NaN where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export type Spread = { median: number; p95: number; p99: number; max: number };

/** What many timings come to, to the thousandth. */
export function spread(values: readonly number[]): Spread {
  const at = (share: number) => rounded(percentile(values, share), 3);
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
