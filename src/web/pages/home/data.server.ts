import { productsById, tireOnSale } from '../../../shop/catalog/catalogue.ts';
import { idsNotIn } from '../../../shop/catalog/list/compared.ts';
import {
  chosenVariants,
  countChosen,
  filterFields,
  listFromUrl,
  listToQuery,
  listToUrl,
  mainFiltersToQuery,
} from '../../../shop/catalog/list/filter.ts';
import { parseSearchText } from '../../../shop/catalog/list/search-text.ts';
import { searchTires } from '../../../shop/catalog/search/search-tires.ts';
import { rowsOf } from '../../../shop/catalog/tire/variants.ts';
import { manufacturersQuery, productsByIdQuery, productsQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'index',
  canonicalSearch(search, { catalogue, season, branches }) {
    // Not cached, because the page repeats typed text: `size`, which names no tire size, or `unread`, the unknown words.
    if (search.has('size') || search.has('unread')) return null;
    const list = listFromUrl(search, season, { manufacturers: catalogue.manufacturers, branches });
    const variants = chosenVariants(search);
    const areAllOnSale = [...list.compare, ...variants].every((id) => tireOnSale(catalogue, id));
    if (!areAllOnSale) return null;
    const canonical = new URLSearchParams(listToUrl(list));
    for (const id of variants) canonical.append('variant', id);
    // The front page, which names no filter, has another title than the list of its season. Without `season`, it has a cache key of its own.
    if (!filterFields.some((field) => search.has(field))) canonical.delete('season');
    return canonical.size > 0 ? `?${canonical}` : '';
  },
  read(search, client, { catalogue, season, branches }) {
    const { manufacturers } = catalogue;
    const list = listFromUrl(search, season, { manufacturers, branches });
    const query = listToQuery(list);
    const products = searchTires(catalogue, query);
    client.setQueryData(manufacturersQuery.queryKey, [...manufacturers]);
    client.setQueryData(productsQuery(query).queryKey, products);
    const needsListOfMainFilters = products.total === 0 && countChosen(list.more) > 0;
    if (needsListOfMainFilters) {
      const mainQuery = mainFiltersToQuery(list);
      client.setQueryData(productsQuery(mainQuery).queryKey, searchTires(catalogue, mainQuery));
    }
    const comparedIdsNotShown = idsNotIn(list.compare, rowsOf(products).flat());
    if (comparedIdsNotShown.length > 0) {
      const comparedTires = productsById(catalogue, comparedIdsNotShown);
      client.setQueryData(productsByIdQuery(comparedIdsNotShown).queryKey, comparedTires);
    }
    const searchText = search.get('size');
    const parsed = searchText === null ? null : parseSearchText(searchText, list, manufacturers);
    return { status: 200, sizeRefusal: parsed && !parsed.ok ? parsed.reason : undefined };
  },
} satisfies PageReader;
