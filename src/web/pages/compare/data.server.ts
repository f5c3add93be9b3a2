import { tireOnSale } from '../../../shop/catalog/catalogue.server.ts';
import { comparisonSearch } from '../../../shop/catalog/list/compared.ts';
import { comparedIn } from '../../../shop/catalog/list/filter.ts';
import { productsById } from '../../../shop/catalog/search/search-tires.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'compare',
  canonicalSearch(search) {
    const ids = comparedIn(search, 'id');
    return ids.every(tireOnSale) ? comparisonSearch(ids, search.get('only') === 'differences') : null;
  },
  read(search, client) {
    const ids = comparedIn(search, 'id');
    if (ids.length > 0) client.setQueryData(productsByIdQuery(ids).queryKey, productsById(tireOnSale, ids));
    return { status: 200 };
  },
} satisfies PageReader;
