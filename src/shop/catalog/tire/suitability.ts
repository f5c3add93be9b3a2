import { hasSnowflake } from '../road/road-use.ts';
import { loadInKg } from './indices.ts';
import { type TireClass, tireClass } from './label.ts';
import type { Tire } from './tire.ts';

/** For which road or season a tire is made. `studless`: a winter tire about which nothing more is known. */
export type Purpose =
  | 'summer'
  | 'ice'
  | 'snow'
  | 'studless'
  | 'studded'
  | 'studdable'
  | 'allYear'
  | 'allYearSnow'
  | 'truck'
  | 'racing';

/** A property by which a tire differs from most others of its size. `value`: the class, dB or kg that shows it. */
export type Trait =
  | { id: 'runflat' | 'reinforced' }
  | { id: 'wetGood' | 'wetWeak' | 'economical' | 'quiet' | 'loud' | 'load'; value: string };

export type Suitability = { vehicle: TireClass; purpose: Purpose; traits: readonly Trait[] };

export function suitability(tire: Tire): Suitability {
  const { label, marks, loadIndex } = tire;
  const vehicle = tireClass(tire);
  const kg = loadInKg(loadIndex)[0];
  const traits: (Trait | false)[] = [
    marks.includes('RF') && { id: 'runflat' },
    marks.includes('XL') && { id: 'reinforced' },
    vehicle !== 'C1' && kg !== undefined && { id: 'load', value: `${kg}` },
    label?.wet != null && label.wet <= 'B' && { id: 'wetGood', value: label.wet },
    label?.wet != null && label.wet >= 'D' && { id: 'wetWeak', value: label.wet },
    label?.noiseDb != null && label.noiseClass === 'A' && { id: 'quiet', value: `${label.noiseDb}` },
    label?.noiseDb != null && label.noiseClass === 'C' && { id: 'loud', value: `${label.noiseDb}` },
    label?.fuel != null && label.fuel <= 'B' && { id: 'economical', value: label.fuel },
  ];
  return { vehicle, purpose: purposeOf(tire), traits: traits.filter((trait) => trait !== false) };
}

function purposeOf(tire: Tire): Purpose {
  const { season, label } = tire;
  const hasPassedSnowTest = hasSnowflake(tire) === true;
  switch (season) {
    case 'winter_friction':
      if (label?.ice) return 'ice';
      return hasPassedSnowTest ? 'snow' : 'studless';
    case 'all_season':
      return hasPassedSnowTest ? 'allYearSnow' : 'allYear';
    case 'winter_studded':
      return 'studded';
    case 'winter_studdable':
      return 'studdable';
    default:
      return season;
  }
}
