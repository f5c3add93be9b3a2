import { loadInKg, speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

type Known = string | number | null;

const facts = {
  price: { of: ({ price }) => price, better: 'less' },
  fuel: { of: ({ label }) => label?.fuel ?? null, better: 'less' },
  wet: { of: ({ label }) => label?.wet ?? null, better: 'less' },
  noise: { of: ({ label }) => label?.noiseDb ?? null, better: 'less' },
  snow: { of: (tire) => `${hasSnowflake(tire)}`, better: null },
  ice: { of: ({ label }) => (label ? `${label.ice}` : null), better: null },
  load: { of: ({ loadIndex }) => loadInKg(loadIndex)[0] ?? null, better: 'more' },
  // A higher speed is no advantage: it must only be enough for the car.
  speed: { of: ({ speedIndex }) => (speedInKmh(speedIndex) ? speedIndex : null), better: null },
  season: { of: ({ season }) => season, better: null },
  marks: { of: ({ marks }) => marks.toSorted().join(' '), better: null },
  dotYear: { of: ({ dotYear }) => dotYear, better: 'more' },
} satisfies Record<string, { of(tire: Tire): Known; better: 'less' | 'more' | null }>;

export type ComparedFact = keyof typeof facts;

export type Judgement = { differs: boolean; best: readonly boolean[] };

/** An unknown value differs from known ones and is never the best. */
export function judge(tires: readonly Tire[], fact: ComparedFact): Judgement {
  const { of, better } = facts[fact];
  const values = tires.map((tire): Known => of(tire));
  const differs = differ(values);
  const known = values.filter((value) => value !== null);
  const [best] = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (better === 'more' ? -1 : 1));
  const judged = differs && better !== null && known.length > 1 && differ(known);
  return { differs, best: values.map((value) => judged && value === best) };
}

export function differ(values: readonly Known[]): boolean {
  return new Set(values).size > 1;
}

export function hasSnowflake({ marks, label }: Pick<Tire, 'marks' | 'label'>): boolean {
  return marks.includes('3PMSF') || label?.snow === true;
}
