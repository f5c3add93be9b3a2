import { outOfScope } from './label.ts';
import { type SeasonFacts, seasonOf } from './season.ts';
import { sizeText } from './size.ts';
import type { EuLabel, Product } from './tire.ts';
import type { tireImage } from './tire-image.ts';

/**
 * What many tires have in common. Of each group a row brings one text: its values in this order, separated by tabs, which
 * no price list brings into a value. `maker` is the maker's name; the others are columns of `tires`.
 */
export const groups = {
  design: ['manufacturer_id', 'maker', 'model', 'season', 'studs', 'vehicle', 'competition', 'runflat'],
  size: ['tread_width', 'profile', 'construction', 'diameter', 'load_index', 'speed_index', 'marks'],
  label: ['fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'eprel_id'],
} as const;

/** `exempt`: tires of this design have no EU label. */
type Design = Pick<Product, 'manufacturer' | 'model' | 'season' | 'image'> & { exempt: boolean };

export function designOf(text: string, imageOf: typeof tireImage): Design {
  const { manufacturer_id: id, maker: label, model, ...facts } = valuesOf('design', text);
  const competition = isTrue(facts.competition);
  const season = seasonOf({ ...(facts as Pick<SeasonFacts, 'season' | 'studs' | 'vehicle'>), competition });
  return {
    manufacturer: { id, label },
    model,
    season,
    image: imageOf({ maker: label, model, season, runflat: isTrue(facts.runflat) }),
    exempt: isExempt({ studded: facts.studs === 'studded', racing: competition }),
  };
}

/** `exempt`: tires of this size have no EU label. */
type Built = Pick<Product, 'size' | 'loadIndex' | 'speedIndex' | 'marks'> & { exempt: boolean };

export function sizeOf(text: string): Built {
  const { construction, load_index: loadIndex, speed_index: speedIndex, ...row } = valuesOf('size', text);
  const size = { treadWidth: Number(row.tread_width), profile: Number(row.profile), diameter: Number(row.diameter) };
  const marks = row.marks === '' ? [] : row.marks.split(' ');
  return {
    size: { ...size, text: sizeText({ ...size, construction, commercial: marks.includes('C') }) },
    loadIndex,
    speedIndex,
    marks,
    exempt: isExempt({ diameter: size.diameter, speedIndex }),
  };
}

/** Null where nothing is known. */
export function labelOf(text: string): EuLabel | null {
  const { noise_db: noiseDb, eprel_id: eprelId, ...row } = valuesOf('label', text);
  if ([row.fuel, row.wet, noiseDb, eprelId].every((value) => value === '')) return null;
  return {
    fuel: (row.fuel || null) as EuLabel['fuel'],
    wet: (row.wet || null) as EuLabel['wet'],
    noiseDb: noiseDb === '' ? null : Number(noiseDb),
    noiseClass: (row.noise_class || null) as EuLabel['noiseClass'],
    snow: isTrue(row.snow),
    ice: isTrue(row.ice),
    eprelId: eprelId === '' ? null : Number(eprelId),
  };
}

/** Each reason stands in one of the groups alone, so a tire is exempt when one of them is. */
function isExempt(facts: Partial<Parameters<typeof outOfScope>[0]>): boolean {
  return outOfScope({ studded: false, racing: false, diameter: 16, speedIndex: '', ...facts }) !== null;
}

function isTrue(value: string): boolean {
  return value === 'true';
}

type Group = keyof typeof groups;

/** What is not known is nothing; marks have spaces between them. */
function valuesOf<G extends Group>(group: G, text: string): Record<(typeof groups)[G][number], string> {
  const values = text.split('\t');
  const columns: readonly (typeof groups)[G][number][] = groups[group];
  return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? ''])) as never;
}
