import { filterFields, type ListState, listToUrl } from '../../../shop/catalog/filter.ts';

/**
 * The query under which search engines are to know a list; empty: the front page. A sorting shows the same tires in
 * another order, so it has no address of its own, nor have its further pages, which cut the list elsewhere. What the shop
 * does not know (`?utm_source=…`) is left out.
 */
export function listAddress(asked: URLSearchParams, { filter, sort, page }: ListState): string {
  const further = sort === 'price' && page > 1;
  if (!further && !filterFields.some((field) => asked.has(field))) return '';
  return listToUrl({ filter, page: further ? page : 1 });
}
