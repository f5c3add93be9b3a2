import { productsByIdQuery, relatedQuery } from '../../client/queries.ts';
import type { Page } from '../../page.ts';

const maxRelatedWaitMs = 500;

export const productPage: Page = {
  path: '/product',
  hasPagePerQuery: true,
  view: () => import('./product.tsx'),
  messages: import.meta.glob('/src/messages/*.json', { query: '?only=product,tireSet,units,labelDialog,fittingOffer' }),
  async prefetch(client, search) {
    const id = search.get('id') ?? '';
    const related = client.prefetchQuery(relatedQuery(id));
    await client.prefetchQuery(productsByIdQuery([id]));
    await Promise.race([related, new Promise((resolve) => setTimeout(resolve, maxRelatedWaitMs))]);
  },
};
