import { type Catalogue, productsById, tireOnSale } from '../../../shop/catalog/catalogue.ts';
import { findRelated } from '../../../shop/catalog/related/related.ts';
import { isSet } from '../../../shop/catalog/sets/axles.ts';
import { productsByIdQuery, relatedQuery } from '../../client/queries.ts';
import type { PageReader } from '../../document/document-content.server.ts';

export default {
  page: 'product',
  canonicalSearch(search, { catalogue }) {
    const { id, rearId, tire, rear } = tiresIn(search, catalogue);
    if (!tire) return null;
    if (!rearId) return `?${new URLSearchParams({ id })}`;
    return rear && isSet(tire, rear) ? `?${new URLSearchParams({ id, rear: rearId })}` : null;
  },
  read(search, client, { catalogue }) {
    const { id, rearId, tire, rear } = tiresIn(search, catalogue);
    client.setQueryData(productsByIdQuery([id]).queryKey, productsById(catalogue, [id]));
    if (rearId) client.setQueryData(productsByIdQuery([rearId]).queryKey, productsById(catalogue, [rearId]));
    else if (tire) client.setQueryData(relatedQuery(id).queryKey, findRelated(catalogue, tire));
    const isFound = tire && (!rearId || (rear && isSet(tire, rear)));
    return { status: isFound ? 200 : 404 };
  },
} satisfies PageReader;

function tiresIn(search: URLSearchParams, catalogue: Catalogue) {
  const id = search.get('id') ?? '';
  const rearId = search.get('rear') ?? '';
  return { id, rearId, tire: tireOnSale(catalogue, id), rear: tireOnSale(catalogue, rearId) };
}
