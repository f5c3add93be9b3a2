import { hasSnowflake } from '../road/road-use.ts';
import { loadInKg, speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

type FactValue = string | number | null;

const facts = {
  price: { of: ({ price }) => price, better: 'less' },
  fuel: { of: ({ label }) => label?.fuel ?? null, better: 'less' },
  wet: { of: ({ label }) => label?.wet ?? null, better: 'less' },
  noise: { of: ({ label }) => label?.noiseDb ?? null, better: 'less' },
  snow: { of: (tire) => hasSnowflake(tire)?.toString() ?? null, better: null },
  ice: { of: ({ label }) => (label ? `${label.ice}` : null), better: null },
  load: { of: ({ loadIndex }) => loadInKg(loadIndex)[0] ?? null, better: 'more' },
  // A higher speed is no advantage: it must only be enough for the car.
  speed: { of: ({ speedIndex }) => (speedInKmh(speedIndex) ? speedIndex : null), better: null },
  season: { of: ({ season }) => season, better: null },
  marks: { of: ({ marks }) => marks.toSorted().join(' '), better: null },
  dotYear: { of: ({ dotYear }) => dotYear, better: 'more' },
} satisfies Record<string, { of(tire: Tire): FactValue; better: 'less' | 'more' | null }>;

export type ComparedFact = keyof typeof facts;

export type FactComparison = { differs: boolean; best: readonly boolean[] };

/** `best` marks the tires with the best value. An unknown value differs from known ones and is never best. */
export function compareFact(tires: readonly Tire[], fact: ComparedFact): FactComparison {
  const { of, better } = facts[fact];
  const values = tires.map((tire): FactValue => of(tire));
  const differs = differ(values);
  const known = values.filter((value) => value !== null);
  const ascending = known.toSorted((a, b) => Number(a > b) - Number(a < b));
  const best = better === 'more' ? ascending.at(-1) : ascending[0];
  const hasBest = better !== null && differ(known);
  return { differs, best: values.map((value) => hasBest && value === best) };
}

export function differ(values: readonly FactValue[]): boolean {
  return new Set(values).size > 1;
}
