import { listDocuments } from '../../shop/books/documents/read-documents.server.ts';
import { amountText, toEuros } from '../../shop/money.ts';
import { dayOption, oneOf, textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const documentsList: Command = {
  summary: 'Lists invoices, credit notes and receipts.',
  usage: '[--kind KIND] [--from DAY] [--to DAY] [--order NUMBER] [--json]',
  help: `Lists invoices, credit notes and receipts in the order of their issue. A credit note names its invoice.

  --kind KIND     invoice, credit-note or receipt
  --from DAY      lists only documents issued on this day or later
  --to DAY        lists only documents issued on this day or before
  --order NUMBER  lists only documents of this order
  --json          prints JSON

  npm run shop -- documents list --from 2026-11-01 --to 2026-11-30`,
  async run(call) {
    const filter = {
      kind: oneOf(textOption(call, 'kind'), ['invoice', 'credit-note', 'receipt'], 'kind'),
      from: dayOption(call, 'from'),
      to: dayOption(call, 'to'),
      order: textOption(call, 'order')?.toUpperCase(),
    };
    const documents = await withDatabase(call.io, ({ kysely }) => listDocuments(kysely, filter));
    const headings = ['number', 'kind', 'issued', 'order', 'net', 'VAT', 'sum', 'credited invoice', 'buyer'];
    const rows = documents.map((document) => [
      document.number,
      document.kind,
      document.issuedOn,
      document.orderNumber,
      amountText(document.netCents, '.'),
      amountText(document.vatCents, '.'),
      amountText(document.grossCents, '.'),
      document.credits ?? '',
      document.buyer,
    ]);
    const documentsJson = documents.map(({ netCents, vatCents, grossCents, ...document }) => ({
      ...document,
      net: toEuros(netCents),
      vat: toEuros(vatCents),
      sum: toEuros(grossCents),
    }));
    print(call, { documents: documentsJson }, table(headings, rows, 'No documents.'));
  },
};
