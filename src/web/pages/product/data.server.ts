import { catalogue, tireOnSale } from '../../../shop/catalog/catalogue.server.ts';
import { findRelated } from '../../../shop/catalog/related/related.ts';
import { productsById } from '../../../shop/catalog/search/search-tires.ts';
import { productsByIdQuery, relatedQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'product',
  canonicalSearch(search) {
    const id = search.get('id') ?? '';
    return tireOnSale(id) ? `?${new URLSearchParams({ id })}` : null;
  },
  read(search, client) {
    const id = search.get('id') ?? '';
    const tire = tireOnSale(id);
    client.setQueryData(productsByIdQuery([id]).queryKey, productsById(tireOnSale, [id]));
    if (tire) client.setQueryData(relatedQuery(id).queryKey, findRelated(catalogue(), tire));
    return { status: tire ? 200 : 404 };
  },
} satisfies PageReader;
