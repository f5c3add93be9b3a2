import { z } from 'zod';
import { localeIds } from '../../shop/locale.ts';
import { branch } from '../acts/fields.ts';
import { type DeskRead, deskRead } from '../read.ts';

const locale = z.enum(localeIds).default('ee');
const numberQuery = z.object({ locale, number: z.string().trim().toUpperCase().max(20) });

/** Imported at the first print, because the libraries of PDF files are large. */
const printer = () => import('../print/print.server.ts');

export const printReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/print/work-order/:number',
    act: 'print',
    query: numberQuery,
    read: async (context, query) => (await printer()).printWorkOrder(context, query),
  }),
  deskRead({
    path: '/api/print/fitting/:id',
    act: 'print',
    query: z.object({ locale, id: z.uuid() }),
    read: async (context, query) => (await printer()).printBooking(context, query),
  }),
  deskRead({
    path: '/api/print/label/:number',
    act: 'print',
    query: numberQuery,
    read: async (context, query) => (await printer()).printLabels(context, query),
  }),
  deskRead({
    path: '/api/print/purchase/:number',
    act: 'print',
    query: numberQuery,
    read: async (context, query) => (await printer()).printPurchase(context, query),
  }),
  deskRead({
    path: '/api/print/transfers',
    act: 'print',
    query: z.object({ locale, from: branch, to: branch }),
    read: async (context, query) => (await printer()).printTransfers(context, query),
  }),
  deskRead({
    path: '/api/print/day',
    act: 'print',
    query: z.object({ locale, branch, day: z.iso.date() }),
    read: async (context, query) => (await printer()).printDay(context, query),
  }),
];
