import { prefetchOrder } from '../../client/queries.ts';
import type { Page } from '../../page.ts';

export const successPage: Page = {
  path: '/success',
  hasPagePerQuery: true,
  view: () => import('./success.tsx'),
  messages: import.meta.glob('/src/messages/*.json', {
    query: '?only=success,transfer,orderStatus,payment,fittingDays,fittingTime',
  }),
  prefetch: prefetchOrder,
};
