import { z } from 'zod';
import { localeIds } from '../../shop/locale.ts';
import { branch } from '../acts/fields.ts';
import type { DeskContext } from '../context.ts';
import { type DeskRead, deskRead } from '../read.ts';

const locale = z.enum(localeIds).default('ee');
const numberQuery = z.object({ locale, number: z.string().trim().toUpperCase().max(20) });

type Printer = typeof import('../print/print.server.ts');

function printRead<Query>(
  path: string,
  query: z.ZodType<Query>,
  printFunction: (printer: Printer) => (context: DeskContext, query: Query) => Promise<unknown>,
): DeskRead {
  return deskRead({
    path: `/api/print/${path}`,
    act: 'print',
    query,
    // Imported at the first print, because the libraries of PDF files are large.
    read: async (context, values) => printFunction(await import('../print/print.server.ts'))(context, values),
  });
}

export const printReads: readonly DeskRead[] = [
  printRead('work-order/:number', numberQuery, ({ printWorkOrder }) => printWorkOrder),
  printRead('fitting/:id', z.object({ locale, id: z.uuid() }), ({ printBooking }) => printBooking),
  printRead('label/:number', numberQuery, ({ printLabels }) => printLabels),
  printRead('purchase/:number', numberQuery, ({ printPurchase }) => printPurchase),
  printRead('transfers', z.object({ locale, from: branch, to: branch }), ({ printTransfers }) => printTransfers),
  printRead('day', z.object({ locale, branch, day: z.iso.date() }), ({ printDay }) => printDay),
];
