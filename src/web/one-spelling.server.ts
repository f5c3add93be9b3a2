import { catalogue, tireOnSale } from '../shop/catalog/catalogue.server.ts';
import { comparisonSearch } from '../shop/catalog/compared.ts';
import { comparedIn, filterFields, type Known, listFromUrl, listToUrl } from '../shop/catalog/filter.ts';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { PageName } from './sitemap.ts';

/**
 * The query of a page as it is spelled when its document is kept, with all that makes a difference to it and nothing
 * else: order, unknown names (`utm_source`) and values that are dropped anyway do not count. Null where the query names
 * what the catalogue does not know, so that nobody can fill the memory with inventions.
 */
export function oneSpelling(
  page: PageName,
  search: URLSearchParams,
  season: SeasonFilter,
  branches: Known['branches'],
): string | null {
  if (page === 'index') return listSpelling(search, season, branches);
  if (page === 'product') {
    const id = search.get('id') ?? '';
    return tireOnSale(id) ? `?${new URLSearchParams({ id })}` : null;
  }
  if (page === 'compare') {
    const ids = comparedIn(search, 'id');
    return ids.every(tireOnSale) ? comparisonSearch(ids, search.get('only') === 'differences') : null;
  }
  // An order's number: its pages show what the browser keeps of it.
  return search.has('order') ? null : '';
}

function listSpelling(search: URLSearchParams, season: SeasonFilter, branches: Known['branches']): string | null {
  // What was typed and could not be read stands in its field.
  if (search.has('size')) return null;
  const list = listFromUrl(search, season, { makers: catalogue().manufacturers, branches });
  if (!list.compare.every(tireOnSale)) return null;
  const spelled = new URLSearchParams(listToUrl(list));
  // Who names no filter is on the front page, whose title and address are others than those of the same list by its link.
  if (!filterFields.some((field) => search.has(field))) spelled.delete('season');
  return spelled.size > 0 ? `?${spelled}` : '';
}
