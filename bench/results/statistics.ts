import { rounded } from './figure.ts';

/** The smallest value that at least this share of the values does not exceed (nearest rank); NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export type Spread = { median: number; p95: number; p99: number; max: number };

/** Percentiles, rounded to three decimals. */
export function spread(values: readonly number[]): Spread {
  const at = (share: number) => rounded(percentile(values, share), 3);
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Least-squares slope of y over x. NaN for fewer than two points. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return covariance / variance;
}
