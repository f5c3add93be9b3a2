import { byName } from './by-name.ts';
import { type FilterField, filterFields } from './filter.ts';
import type { FacetOption, Facets } from './product-query.ts';
import { seasonIds } from './season.ts';
import type { Product } from './tire.ts';

type Values = ReadonlyMap<string | number, string>;

/** Every value that a catalogue's tires have, by filter, with its label, in the order in which it is offered. */
type FacetValues = Record<FilterField, Values>;

const known = new WeakMap<readonly Product[], FacetValues>();

function valuesIn(tires: readonly Product[]): FacetValues {
  const found = known.get(tires);
  if (found) return found;
  const sellable = tires.filter(({ available }) => available > 0);
  const numbers = (field: 'treadWidth' | 'profile' | 'diameter') =>
    [...new Set(sellable.map(({ size }) => size[field]))].sort((a, b) => a - b);
  const seasons = new Set<string>(sellable.map(({ season }) => season));
  if (sellable.some(isRunflat)) seasons.add('runflat');
  const makers = new Map(sellable.map(({ manufacturer }) => [manufacturer.id, manufacturer.label]));
  const values = {
    treadWidth: new Map(numbers('treadWidth').map((width) => [width, `${width}`])),
    profile: new Map(numbers('profile').map((profile) => [profile, profile === 0 ? 'full' : `${profile}`])),
    diameter: new Map(numbers('diameter').map((diameter) => [diameter, `${diameter}`])),
    season: new Map(seasonIds.filter((id) => seasons.has(id)).map((id) => [id, id])),
    manufacturer: new Map([...makers].sort(([, a], [, b]) => byName(a, b))),
  };
  known.set(tires, values);
  return values;
}

/** A mark that tires of any season can have. */
export function isRunflat({ marks }: Pick<Product, 'marks'>): boolean {
  return marks.includes('RF');
}

/** Counts, tire by tire, how many each option of each filter would leave. */
export class FacetCounter {
  readonly #counts = Object.fromEntries(
    filterFields.map((field) => [field, new Map<string | number, number>()]),
  ) as Record<FilterField, Map<string | number, number>>;

  /** Counts a tire that fits all other filters under its values of one filter. */
  add(field: FilterField, tire: Product): void {
    const counts = this.#counts[field];
    const value = field === 'season' ? tire.season : field === 'manufacturer' ? tire.manufacturer.id : tire.size[field];
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (field === 'season' && isRunflat(tire)) counts.set('runflat', (counts.get('runflat') ?? 0) + 1);
  }

  /** The facets of these tires; values that nothing was counted for are unavailable. */
  facetsOf(tires: readonly Product[]): Facets {
    const values = valuesIn(tires);
    const options = (field: FilterField): FacetOption[] =>
      [...values[field]].map(([value, label]) => {
        const count = this.#counts[field].get(value) ?? 0;
        return { id: `${value}`, label, count, unavailable: count === 0 };
      });
    return Object.fromEntries(filterFields.map((field) => [field, options(field)])) as Facets;
  }
}
