import { z } from 'zod';
import { storedDocumentFile } from '../shop/books/documents/document-file.server.ts';
import { isInvoicedBefore } from '../shop/books/documents/invoiced-before.server.ts';
import type { DocumentPage } from '../shop/books/documents/money-document.ts';
import { listDocuments, readDocument } from '../shop/books/documents/read-documents.server.ts';
import type { VatCheck } from '../shop/books/vat-check.ts';
import { sendDocument } from '../shop/checkout/documents/send-document.server.ts';
import { setCompany } from '../shop/checkout/documents/set-company.server.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from './act.ts';
import { text } from './acts/fields.ts';
import { orderIdOf } from './acts/order-acts.ts';
import { DeskFile } from './desk-file.ts';
import { type DeskRead, deskRead } from './read.ts';

const pageLength = 50;

const orderNumber = z.string().trim().toUpperCase().max(20);
const documentNumber = z.string().regex(/^\d{9}$/);

export const documentReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/documents',
    act: 'see-money',
    query: z.object({
      find: z.string().trim().max(100).optional(),
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional(),
      before: documentNumber.optional(),
    }),
    read: async ({ shop }, query): Promise<DocumentPage> => {
      const documents = await listDocuments(shop.db, { ...query, limitToNewest: pageLength + 1 });
      return { documents: documents.slice(0, pageLength), hasOlder: documents.length > pageLength };
    },
  }),
  deskRead({
    path: '/api/documents/of/:order',
    act: 'see-orders',
    query: z.object({ order: orderNumber }),
    read: ({ shop }, { order }) => listDocuments(shop.db, { order }),
  }),
  deskRead({
    path: '/api/documents/:number',
    act: 'see-orders',
    query: z.object({ number: documentNumber }),
    loggedSubject: ({ number }) => `document ${number}`,
    read: async ({ shop, documentWriter }, { number }) => {
      const document = await readDocument(shop.db, number);
      if (!document) return null;
      const { fileName, pdf } = await documentWriter(document);
      const content = await storedDocumentFile(shop.db, { id: document.id, kind: 'pdf', at: shop.now() }, pdf);
      return new DeskFile(content, { type: 'application/pdf', name: fileName, inline: true });
    },
  }),
  deskRead({
    path: '/api/orders/:number/vat-number',
    act: 'see-orders',
    query: z.object({ number: orderNumber }),
    read: async ({ shop }, { number }): Promise<VatCheck | null> => {
      const order = await shop.db
        .selectFrom('orders')
        .select('company')
        .where('number', '=', number)
        .executeTakeFirst();
      const vatNumber = order?.company?.vatNumber;
      return shop.vatRegister && vatNumber ? shop.vatRegister.check(vatNumber) : null;
    },
  }),
];

export const documentActs: DeskAct[] = [
  deskAct({
    act: 'send-document',
    // `address`: empty for the buyer's own. It is not in `subject`, so that the log contains no address.
    fields: z.object({ number: documentNumber, address: z.string().trim().default('') }),
    subject: ({ number }) => `document ${number}`,
    run: async ({ shop }, { number, address }): Promise<ActResult> => {
      const result = await sendDocument(shop, number, address || null);
      if (result.ok) return { ok: true, to: result.to };
      return result.reason === 'unknown' ? notFound : { ok: false, reason: `document-${result.reason}` };
    },
  }),
  deskAct({
    act: 'set-company',
    variants: {
      // Only accountants and owners may start `set-company-late`.
      acts: ['set-company', 'set-company-late'],
      choose: async (context, { number }) => {
        const { shop } = context;
        const id = await orderIdOf(context, number);
        const isInvoicedInEarlierMonth = id !== null && (await isInvoicedBefore(shop.db, id, shop.now()));
        return isInvoicedInEarlierMonth ? 'set-company-late' : 'set-company';
      },
    },
    fields: z.object({
      number: orderNumber,
      company: z.object({ name: text(100), regCode: text(20), vatNumber: text(20), address: text(200) }).nullable(),
    }),
    subject: ({ number }) => `order ${number}`,
    run: async (context, { number, company }, { actor }): Promise<ActResult> => {
      const id = await orderIdOf(context, number);
      if (id === null) return notFound;
      const result = await setCompany(context.shop, id, company, actor);
      if (result.ok) return { ok: true };
      return result.reason === 'validation' ? { ok: false, reason: 'invalid', errors: result.errors } : result;
    },
  }),
];
