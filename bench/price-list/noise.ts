import { hasSnowflake, type Tire } from './tire.ts';

/** Limit in dB by width for class C1, Regulation (EC) 661/2009, Annex II part C. */
function carLimit(width: number): number {
  if (width <= 185) return 70;
  if (width <= 245) return 71;
  return width <= 275 ? 72 : 74;
}

/** Limit in dB before the allowance for snow tires and XL. */
export function plainLimit({ model, size }: Tire): number {
  if (size.vehicle === 'van') return 72;
  if (size.vehicle === 'truck') return model.fits.includes('d') ? 75 : 73;
  return carLimit(size.width);
}

export function noiseLimit(tire: Tire): number {
  return plainLimit(tire) + (hasSnowflake(tire) || tire.service.xl ? 1 : 0);
}

/** Class as of Regulation (EU) 2020/740: A is 3 dB or more under the limit, C is over it. */
export function noiseClass(tire: Tire, noise: number): 'A' | 'B' | 'C' {
  const limit = noiseLimit(tire);
  if (noise <= limit - 3) return 'A';
  return noise <= limit ? 'B' : 'C';
}
