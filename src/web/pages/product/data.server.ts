import { type Catalogue, productsById, tireOnSale } from '../../../shop/catalog/catalogue.ts';
import { findRelated } from '../../../shop/catalog/related/related.ts';
import { isSet } from '../../../shop/catalog/sets/axles.ts';
import { productsByIdQuery, relatedQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'product',
  canonicalSearch(search, { catalogue }) {
    const { id, rearId, isFound } = tiresIn(search, catalogue);
    return isFound ? `?${new URLSearchParams({ id, ...(rearId && { rear: rearId }) })}` : null;
  },
  read(search, client, { catalogue }) {
    const { id, rearId, tire, isFound } = tiresIn(search, catalogue);
    client.setQueryData(productsByIdQuery([id]).queryKey, productsById(catalogue, [id]));
    if (rearId) client.setQueryData(productsByIdQuery([rearId]).queryKey, productsById(catalogue, [rearId]));
    else if (tire) client.setQueryData(relatedQuery(id).queryKey, findRelated(catalogue, tire));
    return { status: isFound ? 200 : 404 };
  },
} satisfies PageReader;

function tiresIn(search: URLSearchParams, catalogue: Catalogue) {
  const id = search.get('id') ?? '';
  const rearId = search.get('rear') ?? '';
  const tire = tireOnSale(catalogue, id);
  const rear = tireOnSale(catalogue, rearId);
  const isSetFound = tire !== undefined && rear !== undefined && isSet(tire, rear);
  return { id, rearId, tire, isFound: rearId === '' ? tire !== undefined : isSetFound };
}
