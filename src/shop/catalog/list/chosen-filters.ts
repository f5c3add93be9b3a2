import type { SeasonFilter } from '../road/season.ts';
import { anySize, emptyMoreFilters, type FilterField, type ListState, listToUrl, type MoreField } from './filter.ts';

export type RemovableFilter = FilterField | MoreField | 'size';

type Choice = Pick<ListState, 'filter' | 'more'>;

/** `value`: as in the URL; empty for a size, which is three values. */
export type ChosenFilter = readonly [field: MoreField | 'size' | 'season' | 'manufacturer', value: string];

const sizeFieldCount = 3;

/** Omits the default size and the default season. Width, profile and diameter are one filter, `size`. */
export function chosenFilters({ filter, more }: Choice, defaultSeason: SeasonFilter): ChosenFilter[] {
  const search = [...new URLSearchParams(listToUrl({ filter, more }))];
  const sizes = search.filter(([field]) => field in anySize);
  const allowsAnySize = sizes.length === sizeFieldCount && sizes.every(([, value]) => value === '');
  const others = search.filter(([field, value]) => {
    const isDefaultSeason = field === 'season' && value === defaultSeason;
    const isOmitted = field in anySize || isDefaultSeason || value === '';
    return !isOmitted;
  });
  const size = sizes.length > 0 && !allowsAnySize ? [['size', '']] : [];
  return [...size, ...others] as unknown as ChosenFilter[];
}

/** Returns the choice without a filter for `field`. `manufacturer`: the only manufacturer to remove; absent: removes all. */
export function withoutFilter({ filter, more }: Choice, field: RemovableFilter, manufacturer?: string): Choice {
  if (field === 'size') return { filter: { ...filter, ...anySize }, more };
  if (field === 'manufacturer') {
    const candidates = manufacturer === undefined ? [] : [filter.manufacturer, ...more.manufacturers];
    const [first = null, ...manufacturers] = candidates.filter((id) => id !== null && id !== manufacturer) as string[];
    return { filter: { ...filter, manufacturer: first }, more: { ...more, manufacturers } };
  }
  return field in filter
    ? { filter: { ...filter, [field]: null }, more }
    : { filter, more: { ...more, [field]: emptyMoreFilters[field as MoreField] } };
}
