import { type Random, randomOf } from '../random.ts';
import type { Kind, Model } from './model.ts';
import { profileOf, type Service, type Size, sizeKey, sizes } from './size.ts';
import type { Tire } from './tire.ts';

/** Share of a model's possible sizes in stock, by popularity of the size. */
const shareByPopularity: Record<number, number> = { 1: 0.03, 2: 0.09, 3: 0.19, 4: 0.35, 5: 0.6, 6: 0.75 };

/** Stock in November: many winter tires, few summer tires. */
const stockFactor: Record<Kind, number> = {
  nordic: 1.25,
  studded: 1.1,
  studdable: 0.55,
  central: 0.62,
  all_season: 0.68,
  summer: 0.7,
  racing: 1,
};

/** Only summer and premium winter tires exist in very low profiles. */
function lowestProfile({ kind, manufacturer }: Model): number {
  if (kind === 'summer' || kind === 'racing') return 25;
  if (manufacturer.tier === 'budget') return 45;
  return manufacturer.tier === 'premium' && kind !== 'studded' ? 30 : 40;
}

function canHave(model: Model, size: Size): boolean {
  const lowest = size.popularity >= 4 ? 25 : lowestProfile(model);
  return (
    model.vehicle === size.vehicle &&
    size.rim >= model.rims.from &&
    size.rim <= model.rims.to &&
    profileOf(size) >= lowest &&
    [...model.fits].some((letter) => size.fits.includes(letter))
  );
}

function share(model: Model, size: Size): number {
  // Nearly every model exists in the size 205/55 R16.
  if (size.popularity === 7) return 0.9;
  if (model.kind === 'racing') return 0.2;
  const old = model.options.includes('old') ? 0.5 : 1;
  const vehicle = size.vehicle === 'car' ? 1 : 1.3;
  // Few models exist for such rims, and those few exist in most sizes.
  const uncommonRim = size.rim === 12 || (size.vehicle === 'car' && size.rim >= 21) ? 4 : 1;
  const available = (shareByPopularity[size.popularity] ?? 0) * uncommonRim * vehicle;
  return available * stockFactor[model.kind] * model.manufacturer.coverage * old;
}

function xlShare(kind: Kind, rim: number): number {
  if (kind === 'nordic' || kind === 'studded' || kind === 'studdable') return 0.78;
  if (rim <= 15) return 0.2;
  if (rim === 16) return 0.4;
  return rim === 17 ? 0.6 : 0.87;
}

function servicesIn(model: Model, size: Size, random: Random): Service[] {
  const both = size.popularity >= 5 && random() < 0.2;
  if (both || size.services.length === 1) return size.services;
  const xl = random() < xlShare(model.kind, size.rim);
  return size.services.filter((service) => service.xl === xl);
}

/** Tires of a model in stock. Later lots contain more sizes, for large lists. */
export function* rangeOf(model: Model, lot: number): Generator<Tire> {
  const shareFactor = lot === 0 ? 1 : 2.5;
  const allRunflat = model.options.includes('allrf');
  for (const size of sizes) {
    if (!canHave(model, size)) continue;
    const random = randomOf(
      `${model.manufacturer.name} ${model.name} ${model.kind} ${sizeKey(size)} ${size.services[0]?.load} ${lot}`,
    );
    if (random() >= share(model, size) * shareFactor) continue;
    const services = servicesIn(model, size, random);
    for (const service of services) yield { model, size, service, runflat: allRunflat };
    const alsoRunflat = model.options.includes('rf') && size.fits.includes('f') && random() < 0.7;
    const strongest = services.at(-1);
    if (alsoRunflat && strongest) yield { model, size, service: strongest, runflat: true };
  }
}
