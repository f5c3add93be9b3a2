import { defaultSeason, isSeasonFilter, type SeasonFilter } from '../road/season.ts';
import { speedInKmh } from '../tire/indices.ts';
import { idPattern } from '../tire/tire.ts';
import type { ProductQuery } from './product-query.ts';

export const filterFields = ['treadWidth', 'profile', 'diameter', 'season', 'manufacturer'] as const;
export type FilterField = (typeof filterFields)[number];

/** `recommended`: first the tires of which a set is available soonest (`availabilityRank`), among these the cheapest. */
export const sortIds = ['recommended', 'price', '-price', 'noise', 'wetGrip', 'fuel', 'name'] as const;
export type Sort = (typeof sortIds)[number];

export const defaultSort: Sort = 'recommended';

/** Null: any. Width in mm, profile in %, diameter in inches. */
export type Filter = {
  treadWidth: number | null;
  profile: number | null;
  diameter: number | null;
  season: SeasonFilter | null;
  manufacturer: string | null;
};

export const defaultSize = { treadWidth: 205, profile: 55, diameter: 16 } as const;
export const anySize = { treadWidth: null, profile: null, diameter: null } as const;

export const sizeRanges = {
  treadWidth: { min: 100, max: 500, step: 1 },
  profile: { min: 0, max: 100, step: 1 },
  diameter: { min: 8, max: 30, step: 0.5 },
} as const;

type SizeField = keyof typeof sizeRanges;

/** A number as links and forms contain it. `Number` would also accept other texts, such as a space as 0. */
export const decimalNumber = /^\d+(?:\.\d+)?$/;

export const pageSize = 24;
export const maxCompared = 4;

export const labelClasses = ['A', 'B', 'C', 'D', 'E'] as const;
export type LabelClass = (typeof labelClasses)[number];

export const flagFields = ['snow', 'ice', 'runflat', 'xl', 'van'] as const;
export type FlagField = (typeof flagFields)[number];

/** The filters beside the main ones (`Filter`). Null, false, empty: any. Prices in euros. Load, speed, fuel and wet: the worst allowed; noise (dB): the highest. */
export type MoreFilters = Record<FlagField, boolean> & {
  /** The chosen manufacturers after the first one, which is `Filter.manufacturer`. */
  manufacturers: readonly string[];
  priceFrom: number | null;
  priceTo: number | null;
  load: number | null;
  speed: string | null;
  fuel: LabelClass | null;
  wet: LabelClass | null;
  noise: number | null;
  branch: string | null;
};

export const emptyMoreFilters: MoreFilters = {
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
  van: false,
  branch: null,
};

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

export const moreRanges = {
  price: { min: 0, max: 10_000 },
  load: { min: 50, max: 180 },
  noise: { min: 50, max: 90 },
} as const;

export type ListState = {
  filter: Filter;
  more: MoreFilters;
  sort: Sort;
  page: number;
  compare: readonly string[];
};

export type KnownIds = Record<'manufacturers' | 'branches', readonly { id: string }[]>;

/** Reads the list from a URL of the home page. An absent or invalid filter has its default value, the season `seasonIfNotNamed`. An empty filter means any value. */
export function listFromUrl(search: URLSearchParams, seasonIfNotNamed: SeasonFilter, known: KnownIds): ListState {
  const isIn = (choices: readonly { id: string }[]) => (id: string) => choices.some((choice) => choice.id === id);
  const [manufacturer = null, ...manufacturers] = new Set(
    search.getAll('manufacturer').filter(isIn(known.manufacturers)),
  );
  const sort = search.get('sort') as Sort;
  const page = Number(search.get('page') ?? 1);
  const branch = search.get('branch') ?? '';
  return {
    filter: {
      treadWidth: sizeFrom(search, 'treadWidth'),
      profile: sizeFrom(search, 'profile'),
      diameter: sizeFrom(search, 'diameter'),
      season: seasonFrom(search, seasonIfNotNamed),
      manufacturer,
    },
    more: { ...moreFiltersFrom(search), manufacturers, branch: isIn(known.branches)(branch) ? branch : null },
    sort: sortIds.includes(sort) ? sort : defaultSort,
    page: Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    compare: comparedIds(search),
  };
}

/** Replaces the season that was the default when the page was loaded by the default at `now`, unless the URL names a season. */
export function withDefaultSeason(
  now: Date,
  filter: Filter,
  search: URLSearchParams,
  seasonAtLoad: SeasonFilter,
): Filter {
  const isDefault = filter.season === seasonAtLoad && !search.has('season');
  return isDefault ? { ...filter, season: defaultSeason(now) } : filter;
}

function seasonFrom(search: URLSearchParams, seasonIfNotNamed: SeasonFilter): SeasonFilter | null {
  const text = search.get('season');
  if (text === '') return null;
  return isSeasonFilter(text) ? text : seasonIfNotNamed;
}

function sizeFrom(search: URLSearchParams, field: SizeField): number | null {
  const text = search.get(field);
  if (text === '') return null;
  const { min, max, step } = sizeRanges[field];
  const value = Number(text);
  const isValid = decimalNumber.test(text ?? '') && value >= min && value <= max && value % step === 0;
  return isValid ? value : defaultSize[field];
}

function moreFiltersFrom(search: URLSearchParams): Omit<MoreFilters, 'manufacturers' | 'branch'> {
  const textOf = (name: MoreField) => search.get(name) ?? '';
  const wholeNumber = (name: 'load' | 'noise') => {
    const { min, max } = moreRanges[name];
    const value = Number(textOf(name));
    return /^\d{2,3}$/.test(textOf(name)) && value >= min && value <= max ? value : null;
  };
  const labelClass = (name: 'fuel' | 'wet') => labelClasses.find((value) => value === textOf(name)) ?? null;
  return {
    priceFrom: readEuros(textOf('priceFrom')),
    priceTo: readEuros(textOf('priceTo')),
    load: wholeNumber('load'),
    speed: speedInKmh(textOf('speed')) ? textOf('speed') : null,
    fuel: labelClass('fuel'),
    wet: labelClass('wet'),
    noise: wholeNumber('noise'),
    snow: textOf('snow') === '1',
    ice: textOf('ice') === '1',
    runflat: textOf('runflat') === '1',
    xl: textOf('xl') === '1',
    van: textOf('van') === '1',
  };
}

export function readEuros(text: string): number | null {
  const value = Number(text);
  return /^\d{1,5}(?:\.\d{1,2})?$/.test(text) && value <= moreRanges.price.max ? value : null;
}

export function comparedIds(search: URLSearchParams, name: 'compare' | 'id' = 'compare'): string[] {
  return idsIn(search, name, maxCompared);
}

/** Returns the ids of tires that the visitor chose as variants: a row shows its chosen variant, otherwise its first. */
export function chosenVariants(search: URLSearchParams): string[] {
  return idsIn(search, 'variant', pageSize);
}

function idsIn(search: URLSearchParams, name: string, max: number): string[] {
  return [...new Set(search.getAll(name))].filter((id) => idPattern.test(id)).slice(0, max);
}

/** Returns a query with its `?`. Needs all fields of `filter` except `manufacturer`. Omits default values, except the season, whose default changes. */
export function listToUrl({
  filter,
  more = emptyMoreFilters,
  sort = defaultSort,
  page = 1,
  compare = [],
}: Partial<Omit<ListState, 'filter'>> & { filter: Omit<Filter, 'manufacturer'> & Partial<Filter> }): string {
  const search = new URLSearchParams();
  for (const field of ['treadWidth', 'profile', 'diameter'] as const) {
    if (filter[field] !== defaultSize[field]) search.set(field, `${filter[field] ?? ''}`);
  }
  search.set('season', filter.season ?? '');
  if (filter.manufacturer) search.set('manufacturer', filter.manufacturer);
  for (const manufacturer of more.manufacturers) search.append('manufacturer', manufacturer);
  for (const [name, value] of chosenFields(more)) search.set(name, `${value}`);
  if (sort !== defaultSort) search.set('sort', sort);
  if (page > 1) search.set('page', `${page}`);
  for (const id of compare) search.append('compare', id);
  return `?${search}`;
}

export function listToQuery({ filter, more, sort, page }: Omit<ListState, 'compare'>): ProductQuery {
  const chosen = filterFields.flatMap((field) => (filter[field] === null ? [] : [[field, filter[field]]]));
  const manufacturers = [...(filter.manufacturer ? [filter.manufacturer] : []), ...more.manufacturers];
  return {
    ...Object.fromEntries(chosen),
    ...(manufacturers.length > 1 && { manufacturer: manufacturers }),
    ...Object.fromEntries(chosenFields(more)),
    sort,
    grouped: '1',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
}

/** The query that counts the tires without the filters of `more`. */
export function mainFiltersToQuery(list: ListState): ProductQuery {
  return { ...listToQuery({ ...list, page: 1, more: emptyMoreFilters }), limit: 1 };
}

function chosenFields(more: MoreFilters): [MoreField, string | number][] {
  return moreFields.flatMap((field): [MoreField, string | number][] => {
    const value = more[field];
    if (value === null || value === false) return [];
    return [[field, value === true ? '1' : value]];
  });
}

export function countChosen(more: MoreFilters): number {
  return chosenFields(more).length + more.manufacturers.length;
}
