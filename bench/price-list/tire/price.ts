import type { Random } from '../random.ts';
import type { Tier } from './manufacturer.ts';
import type { Option } from './model.ts';
import { profileOf, type Size } from './size.ts';
import { isSport, type Tire } from './tire.ts';
import { sizeWeight } from './weight.ts';

const tierFactor: Record<Tier, number> = { premium: 1.38, mid: 1, budget: 0.7 };
const truckTierFactor: Record<Tier, number> = { premium: 1.18, mid: 1, budget: 0.82 };

/** EUR per kg of a mid-tier car tire by rim, fitted to the price guide of the market study. */
const carRate: Record<number, number> = {
  12: 10.2,
  13: 9.8,
  14: 8.7,
  15: 8.4,
  16: 9.6,
  17: 10.5,
  18: 11.4,
  19: 12.5,
  20: 13.4,
  21: 15.4,
  22: 16.6,
  23: 18.5,
  24: 19,
};

const optionFactor: Partial<Record<Option, number>> = { top: 1.06, old: 0.93, value: 0.9, economy: 0.77, sport: 1.06 };

const ageFactor: Record<number, number> = { 2025: 0.98, 2024: 0.92, 2023: 0.85 };

/** Price in EUR of a mid-tier summer tire of the size. */
function sizePrice(size: Size): number {
  const kg = sizeWeight(size);
  if (size.vehicle === 'truck') return 190 + kg * 3.5;
  if (size.vehicle === 'van') return kg * (size.rim <= 16 ? 8.5 : 9.6);
  const low = profileOf(size) <= 35 ? 1.08 : 1;
  const wide = size.width >= 295 ? 1.12 : 1;
  return kg * (carRate[size.rim] ?? 10) * low * wide;
}

function kindFactor({ model }: Tire): number {
  if (model.kind === 'racing') return 1.45;
  if (model.kind === 'studded') return 1.12;
  return model.kind === 'summer' ? 0.98 : 1.02;
}

function manufacturerFactor({ model, size }: Tire): number {
  const factors = size.vehicle === 'truck' ? truckTierFactor : tierFactor;
  return factors[model.manufacturer.tier] * model.manufacturer.priceLevel;
}

/** Prices end with .90, sometimes with .50 or .00. */
function shopPrice(eur: number, random: Random): string {
  const whole = Math.round(eur);
  const ending = random();
  if (ending < 0.7) return `${whole - 1}.90`;
  return ending < 0.85 ? `${whole}.00` : `${whole - 1}.50`;
}

/** Retail price of one tire in EUR with 24 % VAT, `79.90`. */
export function priceOf(tire: Tire, dotYear: number, random: Random): string {
  let eur = sizePrice(tire.size) * manufacturerFactor(tire) * kindFactor(tire) * (ageFactor[dotYear] ?? 1);
  for (const option of tire.model.options) eur *= optionFactor[option] ?? 1;
  if (tire.service.xl && !isSport(tire)) eur *= 1.03;
  if (tire.runflat) eur *= 1.15;
  return shopPrice(eur * (0.97 + 0.06 * random()), random);
}
