import { z } from 'zod';
import { arrivingOf } from '../../shop/desk/arriving.server.ts';
import { deskOrder } from '../../shop/desk/order/desk-order.server.ts';
import { deskPurchase, openPurchases } from '../../shop/desk/purchase.server.ts';
import { searchDesk } from '../../shop/desk/search.server.ts';
import { todayOf } from '../../shop/desk/today.server.ts';
import { openTransfers } from '../../shop/desk/transfer-rows.server.ts';
import { exchangeTexts } from '../../shop/purchasing/wire/exchanges.server.ts';
import { listPeople } from '../../shop/staff/people.server.ts';
import { branch, isBranch } from '../acts/fields.ts';
import { photoReads } from '../acts/photo-acts.ts';
import { pricesReads } from '../acts/price-rules.ts';
import { bankReads } from '../bank.ts';
import { booksReads } from '../books.ts';
import { documentReads } from '../documents.ts';
import { type DeskRead, deskRead } from '../read.ts';
import { calendarReads } from './calendar-reads.ts';
import { fittingReads } from './fitting-reads.ts';
import { ownerReads } from './owner-reads.ts';
import { printReads } from './print.ts';
import { stockReads } from './stock-reads.ts';

const branchQuery = z.object({ branch });
const numberQuery = z.object({ number: z.string().trim().toUpperCase().max(20) });

export const deskReads: readonly DeskRead[] = [
  ...printReads,
  ...fittingReads,
  ...stockReads,
  ...photoReads,
  ...calendarReads,
  ...ownerReads,
  ...pricesReads,
  ...bankReads,
  ...booksReads,
  ...documentReads,
  deskRead({
    path: '/api/today',
    act: 'see-branch-work',
    isSameForEverybody: true,
    query: branchQuery,
    read: async (context, { branch }) => (isBranch(context, branch) ? todayOf(context.shop, branch) : null),
  }),
  deskRead({
    path: '/api/arriving',
    act: 'see-branch-work',
    isSameForEverybody: true,
    query: branchQuery,
    read: async (context, { branch }) => (isBranch(context, branch) ? arrivingOf(context.shop, branch) : null),
  }),
  deskRead({
    path: '/api/transfers',
    act: 'see-branch-work',
    isSameForEverybody: true,
    read: ({ shop }) => openTransfers(shop),
  }),
  deskRead({
    path: '/api/purchases',
    act: 'see-branch-work',
    isSameForEverybody: true,
    read: ({ shop }) => openPurchases(shop.db),
  }),
  deskRead({
    path: '/api/purchases/:number',
    act: 'see-branch-work',
    query: numberQuery,
    read: ({ shop: { db, shopConfig, now }, suppliers }, { number }) =>
      deskPurchase(db, number, { suppliers, shopConfig, now: now() }),
  }),
  deskRead({
    path: '/api/purchases/:number/exchanges/:id',
    act: 'see-branch-work',
    query: numberQuery.extend({ id: z.coerce.number().int().positive() }),
    read: ({ shop }, { number, id }) => exchangeTexts(shop.db, number, id),
  }),
  deskRead({
    path: '/api/me',
    // Every role may do this act.
    act: 'see-cash',
    read: async ({ shop }, _, { session }) =>
      (await listPeople(shop.db, shop.now())).find(({ id }) => id === session.person.id) ?? null,
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
    query: numberQuery,
    loggedSubject: ({ number }) => `order ${number}`,
    read: ({ shop }, { number }) => deskOrder(shop, number),
  }),
];
