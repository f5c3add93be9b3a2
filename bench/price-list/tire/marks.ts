import { pick, type Random, randomOf } from '../random.ts';
import { profileOf } from './size.ts';
import { hasSnowflake, type Tire, tireKey } from './tire.ts';

/** The mark of the car manufacturer for which the tire is made: `*` BMW, MO, AO, VOL, N0 Porsche. */
function carManufacturerMark({ model, size }: Tire, random: Random): string | null {
  if (!model.options.includes('oe') || size.rim < 17 || random() > 0.25) return null;
  return pick(random, size.fits.includes('u') ? '*:2 MO:2 AO:2 VOL:2 N0:1' : '*:3 MO:3 AO:3 VOL:1');
}

function rimGuard({ model, size }: Tire, random: Random): string | null {
  const low = size.vehicle === 'car' && size.width >= 205 && profileOf(size) <= 55;
  return low && random() < 0.8 ? model.manufacturer.rimGuard : null;
}

/** Marks on the sidewall other than XL, C and run-flat. */
export function marksOf(tire: Tire): string[] {
  const random = randomOf(`marks ${tireKey(tire)}`);
  return [
    rimGuard(tire, random),
    hasSnowflake(tire) || tire.model.options.includes('ms') ? 'M+S' : null,
    hasSnowflake(tire) ? '3PMSF' : null,
    carManufacturerMark(tire, random),
  ].filter((mark) => mark !== null);
}
