import { z } from 'zod';
import { closeMonth } from '../shop/books/accounts/close-month.server.ts';
import { documentsCsv, paymentsCsv } from '../shop/books/accounts/export-books.server.ts';
import type { MonthFilter } from '../shop/books/accounts/money-moves.server.ts';
import { monthReport } from '../shop/books/accounts/month-report.server.ts';
import { enterFee } from '../shop/books/accounts/provider-fees.server.ts';
import { redirectProviderIds } from '../shop/redirect-providers.ts';
import { type DeskAct, deskAct } from './act.ts';
import { branch, storable } from './acts/fields.ts';
import { DeskFile } from './desk-file.ts';
import { type DeskRead, deskRead } from './read.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
const signedFeeCents = z.int().refine((cents) => cents !== 0);
const query = z.object({ month, branch: branch.optional() });

const monthFilterOf = (filter: z.output<typeof query>): MonthFilter => ({
  month: `${filter.month}-01`,
  branch: filter.branch,
});

function csvRead(name: 'documents' | 'payments', csvOf: typeof documentsCsv): DeskRead {
  return deskRead({
    path: `/api/money/month/${name}.csv`,
    act: 'see-money',
    query,
    loggedSubject: (filter) => `${name} of ${filter.month}`,
    read: async ({ shop }, filter) =>
      new DeskFile(await csvOf(shop.db, monthFilterOf(filter)), {
        type: 'text/csv; charset=utf-8',
        name: `${[name, filter.month, filter.branch].filter(Boolean).join('-')}.csv`,
      }),
  });
}

export const booksReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/money/month',
    act: 'see-money',
    query,
    read: ({ shop }, filter) => monthReport(shop.db, monthFilterOf(filter)),
  }),
  csvRead('documents', documentsCsv),
  csvRead('payments', paymentsCsv),
];

export const booksActs: DeskAct[] = [
  deskAct({
    act: 'close-month',
    fields: z.object({ month }),
    subject: (fields) => `month ${fields.month}`,
    run: async ({ shop }, { month }, { actor }) => {
      const closed = await closeMonth(shop.db, `${month}-01`, { at: shop.now(), actor });
      return closed.ok ? { ok: true } : { ok: false, reason: `month-${closed.reason}` };
    },
  }),
  deskAct({
    act: 'enter-fee',
    fields: z.object({
      provider: z.enum(redirectProviderIds),
      day: z.iso.date(),
      cents: signedFeeCents,
      reference: storable(z.string().trim().min(1).max(100)),
    }),
    subject: ({ provider, day }) => `fee of ${provider} on ${day}`,
    run: async ({ shop }, fee, { actor }) => {
      const entered = await enterFee(shop.db, fee, { at: shop.now(), actor });
      return entered.ok ? { ok: true } : { ok: false, reason: `fee-${entered.reason}` };
    },
  }),
];
