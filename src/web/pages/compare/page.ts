import { comparedIds } from '../../../shop/catalog/list/filter.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import type { Page } from '../../page.ts';

export const comparePage: Page = {
  path: '/compare',
  view: () => import('./compare.tsx'),
  messages: import.meta.glob('/src/messages/*.json', { query: '?only=comparison,units' }),
  async prefetch(client, search) {
    const ids = comparedIds(search, 'id');
    if (ids.length > 0) await client.prefetchQuery(productsByIdQuery(ids));
  },
};
