import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type DocumentWriter, storedDocumentFile } from '../shop/books/documents/document-file.server.ts';
import { readDocument } from '../shop/books/documents/read-documents.server.ts';
import { findOrderByToken } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import { noStore, notFound, type OrdersOptions, orderToken, tooManyRequests } from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const readsPerMinute = 60;

export type DocumentOptions = { documentWriter: DocumentWriter };

export const orderDocuments: FastifyPluginAsyncZod<OrdersOptions & DocumentOptions> = async (
  app,
  { shop, documentWriter },
) => {
  app.addHook('onRequest', noStore);

  app.get(
    '/v1/orders/:number/documents/:document',
    {
      config: { queue: 'orders', rateLimit: limitPerMinute(readsPerMinute) },
      schema: {
        operationId: 'readDocument',
        tags: ['Orders'],
        security: [{ orderToken: [] }],
        summary: 'An invoice, credit note or receipt of an order, as a PDF or as an e-invoice. `document`: its number',
        params: z.object({ number: z.string(), document: z.string() }),
        querystring: z.object({
          format: z
            .enum(['pdf', 'ubl'])
            .default('pdf')
            .meta({ description: '`ubl`: UBL 2.1 by EN 16931, not for receipts' }),
        }),
        headers: orderToken,
        response: {
          200: {
            description: 'PDF or UBL',
            content: { 'application/pdf': { schema: z.any() }, 'application/xml': { schema: z.any() } },
          },
          400: problemAnswer('`invalid-parameter`: the format is unknown'),
          404: problemAnswer('`not-found`: no order has this number and token, or the order has no such document'),
          ...tooManyRequests,
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      const document = order && (await readDocument(shop.db, request.params.document));
      if (!document || document.orderNumber !== order.number) return problem(reply, notFound);
      const { fileName, pdf, ubl } = await documentWriter(document);
      const isPdf = request.query.format === 'pdf';
      const write = isPdf ? pdf : ubl;
      if (!write) return problem(reply, notFound);
      const file = { id: document.id, kind: isPdf ? 'pdf' : 'xml', at: shop.now() } as const;
      const content = await storedDocumentFile(shop.db, file, write);
      const name = isPdf ? fileName : fileName.replace(/pdf$/, 'xml');
      return reply
        .type(isPdf ? 'application/pdf' : 'application/xml')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .send(content);
    },
  );
};
