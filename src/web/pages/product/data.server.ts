import { productsById, tireOnSale } from '../../../shop/catalog/catalogue.ts';
import { findRelated } from '../../../shop/catalog/related/related.ts';
import { productsByIdQuery, relatedQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'product',
  canonicalSearch(search, { catalogue }) {
    const id = search.get('id') ?? '';
    return tireOnSale(catalogue, id) ? `?${new URLSearchParams({ id })}` : null;
  },
  read(search, client, { catalogue }) {
    const id = search.get('id') ?? '';
    const tire = tireOnSale(catalogue, id);
    client.setQueryData(productsByIdQuery([id]).queryKey, productsById(catalogue, [id]));
    if (tire) client.setQueryData(relatedQuery(id).queryKey, findRelated(catalogue, tire));
    return { status: tire ? 200 : 404 };
  },
} satisfies PageReader;
