import { filterFields, type ListState } from '../../../shop/catalog/filter.ts';
import { flagFields, type MoreFilters, noMoreFilters } from '../../../shop/catalog/more-filters.ts';
import type { Facets } from '../../../shop/catalog/product-query.ts';

/** What can be let go of: one of the five filters, or one of the panel. */
export type Loosened = (typeof filterFields)[number] | (typeof single)[number] | 'price';

const single = ['load', 'speed', 'fuel', 'wet', 'noise', ...flagFields, 'branch'] as const;

/** The single choices without which an empty list has tires, how many, and the list that is left. */
export function waysToLoosen(list: ListState, facets: Facets): { field: Loosened; left: number; list: ListState }[] {
  const without = (more: Partial<MoreFilters>) => ({ ...list, page: 1, more: { ...list.more, ...more } });
  const five = filterFields.map((field) => {
    const left = facets[field].reduce((sum, { count }) => sum + count, 0);
    const open = { ...list, page: 1, filter: { ...list.filter, [field]: null } };
    if (field === 'manufacturer') open.more = { ...list.more, manufacturers: [] };
    const isChosen = list.filter[field] !== null;
    return { field, left, list: open, isChosen };
  });
  const panel = single.map((field) => ({
    field,
    // Each option counts those that are easier to meet, too.
    left: Math.max(0, ...facets[field].map(({ count }) => count)),
    list: without({ [field]: noMoreFilters[field] }),
    isChosen: list.more[field] !== noMoreFilters[field],
  }));
  const price = {
    field: 'price' as const,
    left: facets.price?.count ?? 0,
    list: without({ priceFrom: null, priceTo: null }),
    isChosen: list.more.priceFrom !== null || list.more.priceTo !== null,
  };
  return [...five, ...panel, price].flatMap(({ isChosen, ...way }) => (isChosen && way.left > 0 ? [way] : []));
}
