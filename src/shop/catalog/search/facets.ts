import { toEuros } from '../../money.ts';
import type { FacetOption, Facets } from '../product-query.ts';
import { seasonIds } from '../season.ts';
import { type Bits, countBits, countBoth, firstBit, lastBit } from './bits.ts';
import { type FactName, holdsMark, type MarkField, markFields } from './columns.ts';
import type { FacetField } from './facet-fields.ts';
import type { StockCounts } from './stock-counts.ts';
import type { TireIndex } from './tire-index.ts';

/** What is known under all filters but the one itself. */
export type Under = {
  /** Tires by value. */
  counted(field: FacetField): Int32Array;
  /** The tires themselves. */
  mask(field: FacetField): Bits;
};

/**
 * The values that each filter can take under the others, with their counts. The five of the specification name every
 * value of the catalogue, marked when nothing is left; the others name those of which something is left.
 */
export function facetsOf(index: TireIndex, counts: StockCounts, under: Under): Facets {
  const spanOf = (fact: FactName) => {
    const { first, end } = index.spans[fact];
    const span: number[] = [];
    for (let value = first; value < end; value += 1) span.push(value);
    return span;
  };
  const every = (field: FacetField & FactName): FacetOption[] => {
    const counted = under.counted(field);
    return spanOf(field)
      .filter((value) => counts.totals[value] !== 0)
      .map((value) => {
        const { key, label } = index.values[value] ?? { key: '', label: '' };
        return option(`${key}`, field === 'profile' && key === 0 ? 'full' : label, counted[value] ?? 0);
      });
  };
  /** From each value on, in the order in which they grow easier to meet. */
  const grown = (field: FacetField & FactName, from: 'first' | 'last'): FacetOption[] => {
    const counted = under.counted(field);
    const values = spanOf(field).filter((value) => index.values[value]?.key !== null && counted[value] !== 0);
    if (from === 'last') values.reverse();
    let sum = 0;
    const options = values.map((value) => {
      sum += counted[value] ?? 0;
      return option(`${index.values[value]?.key}`, index.values[value]?.label ?? '', sum);
    });
    return from === 'last' ? options.reverse() : options;
  };
  const marked = (field: FacetField, mark: MarkField) => {
    const counted = under.counted(field);
    return spanOf('marks')
      .filter((value) => holdsMark(index.values[value]?.key ?? null, mark))
      .reduce((sum, value) => sum + (counted[value] ?? 0), 0);
  };
  const seasons = () => {
    const counted = under.counted('season');
    const options = every('season');
    const anyRunflat = spanOf('marks').some(
      (value) => holdsMark(index.values[value]?.key ?? null, 'runflat') && counts.totals[value] !== 0,
    );
    if (anyRunflat && counted) options.push(option('runflat', 'runflat', marked('season', 'runflat')));
    return options.sort((a, b) => seasonIds.indexOf(a.id as 'summer') - seasonIds.indexOf(b.id as 'summer'));
  };
  const marks = Object.fromEntries(
    markFields.map((field) => [field, [option('1', field, marked(field, field))].filter(possible)]),
  ) as Record<MarkField, FacetOption[]>;
  const inStock = under.mask('branch');
  return {
    treadWidth: every('treadWidth'),
    profile: every('profile'),
    diameter: every('diameter'),
    season: seasons(),
    manufacturer: every('manufacturer'),
    load: grown('load', 'last'),
    speed: grown('speed', 'last'),
    fuel: grown('fuel', 'first'),
    wet: grown('wet', 'first'),
    noise: grown('noise', 'first'),
    ...marks,
    branch: [...counts.branches]
      .map(([branch, bits]) => option(branch, branch, countBoth(bits, inStock)))
      .filter(possible),
    price: priceFacet(index, under.mask('price')),
  };
}

function option(id: string, label: string, count: number): FacetOption {
  return { id, label, count, unavailable: count === 0 };
}

function possible({ count }: FacetOption): boolean {
  return count > 0;
}

function priceFacet({ prices }: TireIndex, mask: Bits): Facets['price'] {
  const first = firstBit(mask);
  if (first < 0) return null;
  return { from: toEuros(prices[first] ?? 0), to: toEuros(prices[lastBit(mask)] ?? 0), count: countBits(mask) };
}
