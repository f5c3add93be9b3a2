import { speedInKmh } from './indices.ts';
import type { ProductQuery } from './product-query.ts';

export const labelClasses = ['A', 'B', 'C', 'D', 'E'] as const;
export type LabelClass = (typeof labelClasses)[number];

/** Marks that a tire has or has not. */
export const flagFields = ['snow', 'ice', 'runflat', 'xl'] as const;
export type FlagField = (typeof flagFields)[number];

/** What a visitor may choose besides the five filters of the specification; null, false and none mean any. */
export type MoreFilters = Record<FlagField, boolean> & {
  /** Makers besides the one of the five: tires of any of them. */
  manufacturers: readonly string[];
  /** Euros, VAT included. */
  priceFrom: number | null;
  priceTo: number | null;
  /** Load index, at least. */
  load: number | null;
  /** Speed symbol, at least. */
  speed: string | null;
  /** Class of the EU label, at least. */
  fuel: LabelClass | null;
  wet: LabelClass | null;
  /** Rolling noise in dB, at most. */
  noise: number | null;
  /** Id of a branch that has the tire in stock. */
  branch: string | null;
};

export const noMoreFilters: MoreFilters = {
  manufacturers: [],
  priceFrom: null,
  priceTo: null,
  load: null,
  speed: null,
  fuel: null,
  wet: null,
  noise: null,
  snow: false,
  ice: false,
  runflat: false,
  xl: false,
  branch: null,
};

/** Every filter of the panel but the makers, in the order in which links name them. */
export const moreFields = [
  'priceFrom',
  'priceTo',
  'load',
  'speed',
  'fuel',
  'wet',
  'noise',
  ...flagFields,
  'branch',
] as const satisfies (keyof MoreFilters)[];
export type MoreField = (typeof moreFields)[number];

/** What can be asked for at all. */
export const moreAskable = {
  price: { min: 0, max: 10_000 },
  load: { min: 50, max: 180 },
  noise: { min: 50, max: 90 },
} as const;

/** The filters of the panel that a URL asks for; unknown values are dropped. `makers`, `branches`: the ids that exist. */
export function moreFromUrl(search: URLSearchParams, makers: ReadonlySet<string>, branches: ReadonlySet<string>) {
  const [, ...others] = new Set(search.getAll('manufacturer').filter((id) => makers.has(id)));
  const text = (name: MoreField) => search.get(name) ?? '';
  const whole = (name: 'load' | 'noise') => {
    const { min, max } = moreAskable[name];
    const value = Number(text(name));
    return /^\d{2,3}$/.test(text(name)) && value >= min && value <= max ? value : null;
  };
  const euros = (name: 'priceFrom' | 'priceTo') => {
    const value = Number(text(name));
    return /^\d{1,5}(?:\.\d{1,2})?$/.test(text(name)) && value <= moreAskable.price.max ? value : null;
  };
  const labelClass = (name: 'fuel' | 'wet') => labelClasses.find((value) => value === text(name)) ?? null;
  const more: MoreFilters = {
    manufacturers: others,
    priceFrom: euros('priceFrom'),
    priceTo: euros('priceTo'),
    load: whole('load'),
    speed: speedInKmh(text('speed')) ? text('speed') : null,
    fuel: labelClass('fuel'),
    wet: labelClass('wet'),
    noise: whole('noise'),
    snow: text('snow') === '1',
    ice: text('ice') === '1',
    runflat: text('runflat') === '1',
    xl: text('xl') === '1',
    branch: branches.has(text('branch')) ? text('branch') : null,
  };
  return more;
}

/** The chosen ones by name, as links and the API write them; the makers are left out. */
export function chosenMore(more: MoreFilters): [MoreField, string][] {
  return moreFields.flatMap((field): [MoreField, string][] => {
    const value = more[field];
    if (value === null || value === false) return [];
    return [[field, value === true ? '1' : `${value}`]];
  });
}

/** What the panel asks of the catalogue, besides makers. A filter that is not set is left out. */
export function moreToQuery(more: MoreFilters): Partial<ProductQuery> {
  return Object.fromEntries(
    moreFields.flatMap((field) => {
      const value = more[field];
      if (value === null || value === false) return [];
      return [[field, value === true ? '1' : value]];
    }),
  );
}

/** How many choices the panel holds. */
export function countMore(more: MoreFilters): number {
  return chosenMore(more).length + more.manufacturers.length;
}
