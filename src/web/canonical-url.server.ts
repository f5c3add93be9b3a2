import { catalogue, tireOnSale } from '../shop/catalog/catalogue.server.ts';
import { comparisonSearch } from '../shop/catalog/compared.ts';
import { comparedIn, filterFields, type Known, listFromUrl, listToUrl } from '../shop/catalog/filter.ts';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { PageName } from './sitemap.ts';

/**
 * The query of a page's canonical URL, under which its document is cached: without what makes no difference to the document,
 * such as the order of names, unknown names (`utm_source`) and values that are dropped. Null where the query names tires that
 * the catalogue does not have: such documents are not cached, so that nobody can fill the memory with them.
 */
export function canonicalSearch(
  page: PageName,
  search: URLSearchParams,
  season: SeasonFilter,
  branches: Known['branches'],
): string | null {
  if (page === 'index') return canonicalList(search, season, branches);
  if (page === 'product') {
    const id = search.get('id') ?? '';
    return tireOnSale(id) ? `?${new URLSearchParams({ id })}` : null;
  }
  if (page === 'compare') {
    const ids = comparedIn(search, 'id');
    return ids.every(tireOnSale) ? comparisonSearch(ids, search.get('only') === 'differences') : null;
  }
  return '';
}

/** Whether a page is the same whatever its query. Nothing of an order is in a document: the browser reads number and token. */
export function ignoresQuery(page: PageName): boolean {
  return page !== 'index' && page !== 'product' && page !== 'compare';
}

function canonicalList(search: URLSearchParams, season: SeasonFilter, branches: Known['branches']): string | null {
  // The page shows what was typed and could not be read.
  if (search.has('size')) return null;
  const list = listFromUrl(search, season, { makers: catalogue().manufacturers, branches });
  if (!list.compare.every(tireOnSale)) return null;
  const canonical = new URLSearchParams(listToUrl(list));
  // Without a filter it is the front page, whose title and URL differ from those of the same list.
  if (!filterFields.some((field) => search.has(field))) canonical.delete('season');
  return canonical.size > 0 ? `?${canonical}` : '';
}
