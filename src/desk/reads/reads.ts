import { z } from 'zod';
import { deskOrder } from '../../shop/desk/desk-order.server.ts';
import { searchDesk } from '../../shop/desk/search.server.ts';
import { todayOf } from '../../shop/desk/today.server.ts';
import { type DeskRead, deskRead } from '../read.ts';

const branch = z.object({ branch: z.string().max(40) });

/** Everything that screens show. */
export const deskReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/today',
    act: 'see-floor',
    query: branch,
    read: ({ shop }, query) =>
      shop.shopConfig.branches.some(({ id }) => id === query.branch)
        ? todayOf(shop, query.branch)
        : Promise.resolve(null),
  }),
  deskRead({
    path: '/api/search',
    act: 'see-orders',
    query: z.object({ text: z.string().trim().min(1).max(200) }),
    read: ({ shop }, { text }) => searchDesk(shop, text),
  }),
  deskRead({
    path: '/api/orders/:number',
    act: 'see-orders',
    query: z.object({ number: z.string().trim().toUpperCase().max(20) }),
    read: ({ shop }, { number }) => deskOrder(shop, number),
  }),
];
