import { pickNumber, type Random, randomOf } from '../random.ts';
import type { Kind, LabelBase } from './model.ts';
import { sizeKey } from './size.ts';
import { hasSnowflake, type Tire, tireKey } from './tire.ts';

const grades = 'ABCDE';

/** Wet grip classes by kind; Nordic tires have less wet grip. */
const wetRange: Record<Kind, string> = {
  summer: 'ABC',
  all_season: 'BC',
  central: 'BCD',
  nordic: 'CDE',
  studdable: 'CDE',
  studded: '',
  racing: '',
};

function shift(grade: string, steps: number): string {
  return grades[grades.indexOf(grade) + steps] ?? grade;
}

function fuel({ size }: Tire, base: string, random: Random): string {
  if (size.rim <= 14) return shift(base, pickNumber(random, '0:55 1:45'));
  return shift(base, pickNumber(random, size.rim >= 19 ? '-1:20 0:70 1:10' : '-1:8 0:80 1:12'));
}

function wet({ model }: Tire, base: string, random: Random): string {
  const shifted = shift(base, pickNumber(random, '-1:6 0:82 1:12'));
  return wetRange[model.kind].includes(shifted) ? shifted : base;
}

function noise(tire: Tire, base: number, random: Random): number {
  const widthAllowance = tire.size.vehicle === 'car' ? plainLimit(tire) - carLimit(205) : 0;
  return Math.min(base + widthAllowance + pickNumber(random, '-1:15 0:65 1:20'), noiseLimit(tire));
}

/** Limit in dB for class C1 by width: Regulation (EC) 661/2009, Annex II part C. */
function carLimit(width: number): number {
  if (width <= 185) return 70;
  if (width <= 245) return 71;
  return width <= 275 ? 72 : 74;
}

/** Limit in dB before the allowance for snow tires and XL. */
function plainLimit({ model, size }: Tire): number {
  if (size.vehicle === 'van') return 72;
  if (size.vehicle === 'truck') return model.fits.includes('d') ? 75 : 73;
  return carLimit(size.width);
}

function noiseLimit(tire: Tire): number {
  return plainLimit(tire) + (hasSnowflake(tire) || tire.service.xl ? 1 : 0);
}

/** Noise class by Regulation (EU) 2020/740: A at least 3 dB below the limit, C above it. */
function noiseClass(tire: Tire, noise: number): 'A' | 'B' | 'C' {
  const limit = noiseLimit(tire);
  if (noise <= limit - 3) return 'A';
  return noise <= limit ? 'B' : 'C';
}

/** Returns the label of a size, derived from `base`, the label of the model in 205/55 R16. */
function labelNear(tire: Tire, base: LabelBase): LabelBase {
  const random = randomOf(`label ${tireKey(tire)}`);
  return {
    fuel: fuel(tire, base.fuel, random),
    wet: wet(tire, base.wet, random),
    noise: noise(tire, base.noise, random),
  };
}

/** Null for studded and racing tires, which Regulation (EU) 2020/740 excludes. */
export function labelOf(tire: Tire) {
  const { label: base, kind } = tire.model;
  if (!base || kind === 'studded' || kind === 'racing') return null;
  const values = sizeKey(tire.size) === '205/55R16' ? base : labelNear(tire, base);
  return {
    ...values,
    noiseClass: noiseClass(tire, values.noise),
    snow: hasSnowflake(tire),
    ice: kind === 'nordic' && tire.size.vehicle === 'car',
  };
}
