import { prefetchOrder } from '../../client/queries.ts';
import type { Page } from '../../page.ts';

export const withdrawalPage: Page = {
  path: '/withdrawal',
  hasPagePerQuery: true,
  indexed: true,
  view: () => import('./withdrawal.tsx'),
  messages: import.meta.glob('/src/messages/*.json', { query: '?only=withdrawal,validation' }),
  prefetch: prefetchOrder,
};
