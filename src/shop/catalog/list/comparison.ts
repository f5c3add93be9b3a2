import { hasSnowflake } from '../road/road-use.ts';
import { loadInKg, speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

type FactValue = string | number | null;

const facts = {
  price: { read: ({ price }) => price, better: 'less' },
  fuel: { read: ({ label }) => label?.fuel ?? null, better: 'less' },
  wet: { read: ({ label }) => label?.wet ?? null, better: 'less' },
  noise: { read: ({ label }) => label?.noiseDb ?? null, better: 'less' },
  snow: { read: (tire) => hasSnowflake(tire)?.toString() ?? null, better: null },
  ice: { read: ({ label }) => (label ? `${label.ice}` : null), better: null },
  // Of two loads (`109/107`), the first applies to one tire on each side of an axle, the second to two.
  load: { read: ({ loadIndex }) => loadInKg(loadIndex)[0] ?? null, better: 'more' },
  // A higher speed is no advantage: it must only be enough for the car.
  speed: { read: ({ speedIndex }) => (speedInKmh(speedIndex) ? speedIndex : null), better: null },
  season: { read: ({ season }) => season, better: null },
  marks: { read: ({ marks }) => marks.toSorted().join(' '), better: null },
  dotYear: { read: ({ dotYear }) => dotYear, better: 'more' },
} satisfies Record<string, { read(tire: Tire): FactValue; better: 'less' | 'more' | null }>;

export type ComparedFact = keyof typeof facts;

export type FactComparison = { differs: boolean; best: readonly boolean[] };

/** `best` marks the tires with the best value. An unknown value differs from known ones and is never best. */
export function compareFact(tires: readonly Tire[], fact: ComparedFact): FactComparison {
  const { read, better } = facts[fact];
  const values = tires.map((tire): FactValue => read(tire));
  const differs = haveDifference(values);
  const known = values.filter((value) => value !== null);
  const ascending = known.toSorted((a, b) => Number(a > b) - Number(a < b));
  const best = better === 'more' ? ascending.at(-1) : ascending[0];
  const hasBest = better !== null && haveDifference(known);
  return { differs, best: values.map((value) => hasBest && value === best) };
}

export function haveDifference(values: readonly FactValue[]): boolean {
  return new Set(values).size > 1;
}
