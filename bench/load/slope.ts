/** Least squares: how much y grows with one of x. NaN for fewer than two points. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return covariance / variance;
}
