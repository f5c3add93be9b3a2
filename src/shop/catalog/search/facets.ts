import { toEuros } from '../../money.ts';
import type { FacetOption, Facets } from '../list/product-query.ts';
import { type SeasonFilter, seasonFilterIds } from '../road/season.ts';
import { type Bits, countBits, countIntersection, firstBit, lastBit } from './bits.ts';
import type { StockCounts } from './stock-counts.ts';
import { type FactName, includesMark, type MarkField, markFields, type TireIndex, type Value } from './tire-index.ts';

/** For each field, the sellable tires that match all other filters: as a set, and counted by value. */
export type FilteredCounts = { countsByValue(field: keyof Facets): Int32Array; mask(field: keyof Facets): Bits };

/** The filters for size, season and manufacturer offer every value that a sellable tire has, the others only values that match all other filters. */
export function facetsOf(index: TireIndex, counts: StockCounts, filtered: FilteredCounts): Facets {
  const valuesOf = (fact: FactName) => index.values.slice(index.spans[fact].first, index.spans[fact].end);
  const isSellable = (value: Value) => counts.totals[value.number] !== 0;
  const allOptions = (field: keyof Facets & FactName): FacetOption[] => {
    const countsByValue = filtered.countsByValue(field);
    return valuesOf(field)
      .filter(isSellable)
      .map(({ number, key, label }) => {
        const isFullProfile = field === 'profile' && key === 0;
        return option(`${key}`, isFullProfile ? 'full' : label, countsByValue[number] ?? 0);
      });
  };
  // An option is a limit, such as a load of at least 91: it also counts the tires with better values.
  const cumulativeOptions = (field: keyof Facets & FactName, best: 'first' | 'last'): FacetOption[] => {
    const countsByValue = filtered.countsByValue(field);
    const values = valuesOf(field).filter(({ number, key }) => key !== null && countsByValue[number] !== 0);
    if (best === 'last') values.reverse();
    let sum = 0;
    const options = values.map(({ number, key, label }) => {
      sum += countsByValue[number] ?? 0;
      return option(`${key}`, label, sum);
    });
    return best === 'last' ? options.reverse() : options;
  };
  const withMark = (mark: MarkField) => valuesOf('marks').filter(({ key }) => includesMark(key, mark));
  const countMark = (field: keyof Facets, mark: MarkField) => {
    const countsByValue = filtered.countsByValue(field);
    return withMark(mark).reduce((sum, { number }) => sum + (countsByValue[number] ?? 0), 0);
  };
  const seasons = () => {
    const options = allOptions('season');
    const hasRunflat = withMark('runflat').some(isSellable);
    if (hasRunflat) options.push(option('runflat', 'runflat', countMark('season', 'runflat')));
    return options.sort(
      (a, b) => seasonFilterIds.indexOf(a.id as SeasonFilter) - seasonFilterIds.indexOf(b.id as SeasonFilter),
    );
  };
  const marks = Object.fromEntries(
    markFields.map((field) => [field, [option(chosenMark, field, countMark(field, field))].filter(hasTires)]),
  ) as Record<MarkField, FacetOption[]>;
  const matchesOtherFilters = filtered.mask('branch');
  return {
    treadWidth: allOptions('treadWidth'),
    profile: allOptions('profile'),
    diameter: allOptions('diameter'),
    season: seasons(),
    manufacturer: allOptions('manufacturer'),
    load: cumulativeOptions('load', 'last'),
    speed: cumulativeOptions('speed', 'last'),
    fuel: cumulativeOptions('fuel', 'first'),
    wet: cumulativeOptions('wet', 'first'),
    noise: cumulativeOptions('noise', 'first'),
    ...marks,
    branch: [...counts.branches]
      .map(([branch, bits]) => option(branch, branch, countIntersection(bits, matchesOtherFilters)))
      .filter(hasTires),
    price: priceFacet(index, filtered.mask('price')),
  };
}

/** The value of a filter by a mark in URLs: `xl=1`. */
const chosenMark = '1';

function option(id: string, label: string, count: number): FacetOption {
  return { id, label, count, unavailable: count === 0 };
}

function hasTires({ count }: FacetOption): boolean {
  return count > 0;
}

/** Positions are sorted by price, so the first one in `mask` has the lowest. */
function priceFacet({ prices }: TireIndex, mask: Bits): Facets['price'] {
  const first = firstBit(mask);
  if (first < 0) return null;
  return { from: toEuros(prices[first] ?? 0), to: toEuros(prices[lastBit(mask)] ?? 0), count: countBits(mask) };
}
