import { z } from 'zod';
import { localeIds } from '../../shop/locale.ts';
import type { DeskContext } from '../context.ts';
import { dayListPdf } from '../print/day-list.ts';
import { purchaseListPdf } from '../print/purchase-list.ts';
import { readDayList, readPurchaseList, readTransferNote } from '../print/read/lists.server.ts';
import { readShelfLabels, readWorkOrder } from '../print/read/order-papers.server.ts';
import { shelfLabelsPdf } from '../print/shelf-label.ts';
import { transferNotePdf } from '../print/transfer-note.ts';
import { printWords } from '../print/words.ts';
import { workOrderPdf } from '../print/work-order.ts';
import { DeskFile, type DeskRead, deskRead } from '../read.ts';

const locale = z.enum(localeIds).default('ee');
const ofNumber = z.object({ locale, number: z.string().trim().toUpperCase().max(20) });
const branch = z.string().max(40);

type Language = z.infer<typeof locale>;

const settingsOf = ({ shop, relyingParty }: DeskContext, language: Language) => ({
  words: printWords(language),
  shopConfig: shop.shopConfig,
  deskUrl: relyingParty().origin,
  at: shop.now(),
});

const pdf = (content: Buffer, name: string) =>
  new DeskFile(content, { type: 'application/pdf', name: `${name}.pdf`, inline: true });

/** What the desk prints, as PDF in the language of the person who prints. */
export const printReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/print/work-order/:number',
    act: 'print',
    query: ofNumber,
    read: async (context, query) => {
      const order = await readWorkOrder(context.shop, query.number);
      return order && pdf(await workOrderPdf(order, settingsOf(context, query.locale)), query.number);
    },
  }),
  deskRead({
    path: '/api/print/label/:number',
    act: 'print',
    query: ofNumber,
    read: async (context, query) => {
      const labels = await readShelfLabels(context.shop, [query.number]);
      if (labels.length === 0) return null;
      return pdf(await shelfLabelsPdf(labels, settingsOf(context, query.locale)), `${query.number}-label`);
    },
  }),
  deskRead({
    path: '/api/print/purchase/:number',
    act: 'print',
    query: ofNumber,
    read: async (context, query) => {
      const purchase = await readPurchaseList(context.shop, query.number, context.suppliers);
      return purchase && pdf(await purchaseListPdf(purchase, settingsOf(context, query.locale)), query.number);
    },
  }),
  deskRead({
    path: '/api/print/transfers',
    act: 'print',
    query: z.object({ locale, from: branch, to: branch }),
    read: async (context, { from, to, ...query }) => {
      const note = await readTransferNote(context.shop, { from, to });
      return pdf(await transferNotePdf(note, settingsOf(context, query.locale)), `${from}-${to}`);
    },
  }),
  deskRead({
    path: '/api/print/day',
    act: 'print',
    query: z.object({ locale, branch, day: z.iso.date() }),
    read: async (context, query) => {
      const list = await readDayList(context.shop, query.branch, query.day);
      return pdf(await dayListPdf(list, settingsOf(context, query.locale)), `${query.branch}-${query.day}`);
    },
  }),
];
