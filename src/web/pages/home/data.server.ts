import { productsById, tireOnSale } from '../../../shop/catalog/catalogue.ts';
import { idsNotIn } from '../../../shop/catalog/list/compared.ts';
import {
  countMore,
  filterFields,
  listFromUrl,
  listToQuery,
  listToUrl,
  mainFiltersToQuery,
} from '../../../shop/catalog/list/filter.ts';
import { typedList } from '../../../shop/catalog/list/typed-list.ts';
import { searchTires } from '../../../shop/catalog/search/search-tires.ts';
import { manufacturersQuery, productsByIdQuery, productsQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'index',
  canonicalSearch(search, { catalogue, season, branches }) {
    // The page shows the text as it was typed, or words that were not understood, so it is not cached.
    if (search.has('size') || search.has('unread')) return null;
    const list = listFromUrl(search, season, { manufacturers: catalogue.manufacturers, branches });
    if (!list.compare.every((id) => tireOnSale(catalogue, id))) return null;
    const canonical = new URLSearchParams(listToUrl(list));
    // Without a filter it is the front page, whose title and canonical URL differ from those of the same list with its season.
    if (!filterFields.some((field) => search.has(field))) canonical.delete('season');
    return canonical.size > 0 ? `?${canonical}` : '';
  },
  read(search, client, { catalogue, season, branches }) {
    const { manufacturers } = catalogue;
    const list = listFromUrl(search, season, { manufacturers, branches });
    const query = listToQuery(list);
    const found = searchTires(catalogue, query);
    client.setQueryData(manufacturersQuery.queryKey, [...manufacturers]);
    client.setQueryData(productsQuery(query).queryKey, found);
    if (found.total === 0 && countMore(list.more) > 0) {
      const mainQuery = mainFiltersToQuery(list);
      client.setQueryData(productsQuery(mainQuery).queryKey, searchTires(catalogue, mainQuery));
    }
    const compared = idsNotIn(list.compare, found.items);
    if (compared.length > 0) {
      client.setQueryData(productsByIdQuery(compared).queryKey, productsById(catalogue, compared));
    }
    const typed = search.get('size');
    const reading = typed === null ? null : typedList(typed, list, manufacturers);
    return { status: 200, sizeRefusal: reading && !reading.ok ? reading.reason : undefined };
  },
} satisfies PageReader;
