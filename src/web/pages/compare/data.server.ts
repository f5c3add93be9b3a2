import { productsById, tireOnSale } from '../../../shop/catalog/catalogue.ts';
import { comparisonSearch } from '../../../shop/catalog/list/compared.ts';
import { comparedIds } from '../../../shop/catalog/list/filter.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'compare',
  canonicalSearch(search, { catalogue }) {
    const ids = comparedIds(search, 'id');
    const mayBeCached = ids.every((id) => tireOnSale(catalogue, id));
    return mayBeCached ? comparisonSearch(ids) : null;
  },
  read(search, client, { catalogue }) {
    const ids = comparedIds(search, 'id');
    if (ids.length > 0) client.setQueryData(productsByIdQuery(ids).queryKey, productsById(catalogue, ids));
    return { status: 200 };
  },
} satisfies PageReader;
