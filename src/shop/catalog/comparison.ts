import { loadInKg, speedInKmh } from './indices.ts';
import type { Product } from './tire.ts';

type Known = string | number | null;

/** What tires are held against each other by; null where a tire does not say. `better`: which end of the values a buyer wants. */
const facts = {
  price: { of: ({ price }) => price, better: 'less' },
  fuel: { of: ({ label }) => label?.fuel ?? null, better: 'less' },
  wet: { of: ({ label }) => label?.wet ?? null, better: 'less' },
  noise: { of: ({ label }) => label?.noiseDb ?? null, better: 'less' },
  snow: { of: (tire) => `${standsSnow(tire)}`, better: null },
  ice: { of: ({ label }) => (label ? `${label.ice}` : null), better: null },
  load: { of: ({ loadIndex }) => loadInKg(loadIndex)[0] ?? null, better: 'more' },
  // Faster is not better: it must be enough for the car.
  speed: { of: ({ speedIndex }) => (speedInKmh(speedIndex) ? speedIndex : null), better: null },
  season: { of: ({ season }) => season, better: null },
  marks: { of: ({ marks }) => marks.toSorted().join(' '), better: null },
  dotYear: { of: ({ dotYear }) => dotYear, better: 'more' },
} satisfies Record<string, { of(tire: Product): Known; better: 'less' | 'more' | null }>;

export type ComparedFact = keyof typeof facts;

/** Whether tires differ in something, and for each whether it is the best of them: none is where all are alike. */
export type Judgement = { differs: boolean; best: readonly boolean[] };

/** Tires held against each other by one fact. What is not known differs from what is, and is never the best. */
export function judge(tires: readonly Product[], fact: ComparedFact): Judgement {
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

/** The three-peak mountain snowflake, on the rubber or on the label. */
export function standsSnow({ marks, label }: Pick<Product, 'marks' | 'label'>): boolean {
  return marks.includes('3PMSF') || label?.snow === true;
}
