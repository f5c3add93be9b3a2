import { chosenMore, type MoreFilters, moreFromUrl, moreToQuery, noMoreFilters } from './more-filters.ts';
import { idPattern } from './product-id.ts';
import type { ProductQuery } from './product-query.ts';
import { isSeasonFilter, type SeasonFilter } from './season.ts';

/** The five filters of the specification, in the order in which they are shown. */
export const filterFields = ['treadWidth', 'profile', 'diameter', 'season', 'manufacturer'] as const;
export type FilterField = (typeof filterFields)[number];

export const sortIds = ['price', '-price', 'noise', 'wetGrip', 'name'] as const;
export type Sort = (typeof sortIds)[number];

/** What a visitor has chosen; null means any. Width in mm, profile in %, diameter in inches. */
export type Filter = {
  treadWidth: number | null;
  profile: number | null;
  diameter: number | null;
  season: SeasonFilter | null;
  manufacturer: string | null;
};

export const defaultSize = { treadWidth: 205, profile: 55, diameter: 16 } as const;

/** What can be asked for at all; half inches exist (22.5). */
export const askable = {
  treadWidth: { min: 100, max: 500, step: 1 },
  profile: { min: 0, max: 100, step: 1 },
  diameter: { min: 8, max: 30, step: 0.5 },
} as const;

type SizeField = keyof typeof askable;

/** A number as links and forms write it. What `Number` reads besides, such as a space as 0, is a slip. */
export const writtenNumber = /^\d+(?:\.\d+)?$/;

/** Tires a page of the list shows. */
export const pageSize = 24;

/** Tires that can be compared side by side. */
export const mostCompared = 4;

export type ListState = {
  filter: Filter;
  more: MoreFilters;
  sort: Sort;
  page: number;
  /** Ids of the tires that are being compared. */
  compare: readonly string[];
};

/** What exists: ids of others are dropped. */
export type Known = Record<'makers' | 'branches', readonly { id: string }[]>;

/** The list that a URL of the home page asks for. Absent = default, empty (`season=`) = any, unknown = dropped. */
export function listFromUrl(search: URLSearchParams, season: SeasonFilter, known: Known): ListState {
  const wantedSeason = search.get('season');
  const makers = idsOf(known.makers);
  const sort = search.get('sort') as Sort;
  const page = Number(search.get('page') ?? 1);
  return {
    filter: {
      treadWidth: sizeFrom(search, 'treadWidth'),
      profile: sizeFrom(search, 'profile'),
      diameter: sizeFrom(search, 'diameter'),
      season: wantedSeason === '' ? null : isSeasonFilter(wantedSeason) ? wantedSeason : season,
      manufacturer: search.getAll('manufacturer').find((id) => makers.has(id)) ?? null,
    },
    more: moreFromUrl(search, makers, idsOf(known.branches)),
    sort: sortIds.includes(sort) ? sort : 'price',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    compare: comparedIn(search),
  };
}

function sizeFrom(search: URLSearchParams, field: SizeField): number | null {
  const text = search.get(field);
  if (text === '') return null;
  const { min, max, step } = askable[field];
  const value = Number(text);
  const fits = writtenNumber.test(text ?? '') && value >= min && value <= max && value % step === 0;
  return fits ? value : defaultSize[field];
}

function idsOf(things: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(things.map(({ id }) => id));
}

/** The tires that a URL compares, each once; what cannot be an id is dropped. Lists call them `compare`, their own page `id`. */
export function comparedIn(search: URLSearchParams, name: 'compare' | 'id' = 'compare'): string[] {
  return [...new Set(search.getAll(name))].filter((id) => idPattern.test(id)).slice(0, mostCompared);
}

/** The query of the home page for a list: default sizes are left out, the season is always named. */
export function listToUrl({
  filter,
  more = noMoreFilters,
  sort = 'price',
  page = 1,
  compare = [],
}: Partial<ListState> & Pick<ListState, 'filter'>): string {
  const search = new URLSearchParams();
  for (const field of ['treadWidth', 'profile', 'diameter'] as const) {
    if (filter[field] !== defaultSize[field]) search.set(field, `${filter[field] ?? ''}`);
  }
  search.set('season', filter.season ?? '');
  if (filter.manufacturer) search.set('manufacturer', filter.manufacturer);
  for (const maker of more.manufacturers) search.append('manufacturer', maker);
  for (const [name, value] of chosenMore(more)) search.set(name, value);
  if (sort !== 'price') search.set('sort', sort);
  if (page > 1) search.set('page', `${page}`);
  for (const id of compare) search.append('compare', id);
  return `?${search}`;
}

/** What the list asks of the catalogue. A filter that is not set is left out. */
export function listToQuery({ filter, more, sort, page }: Omit<ListState, 'compare'>): ProductQuery {
  const chosen = filterFields.flatMap((field) => (filter[field] === null ? [] : [[field, filter[field]]]));
  const makers = [...(filter.manufacturer ? [filter.manufacturer] : []), ...more.manufacturers];
  return {
    ...Object.fromEntries(chosen),
    ...(makers.length > 1 && { manufacturer: makers }),
    ...moreToQuery(more),
    sort,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
}
