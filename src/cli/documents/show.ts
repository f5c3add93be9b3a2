import type { MoneyDocument } from '../../shop/books/documents/money-document.ts';
import { readDocument } from '../../shop/books/documents/read-documents.server.ts';
import { amountText, type Cents } from '../../shop/money.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, tableOrNothing, toPrintable } from '../output.ts';

export const documentsShow: Command = {
  summary: 'Shows an invoice, credit note or receipt.',
  usage: 'NUMBER [--json]',
  help: `Shows an invoice, credit note or receipt as it was issued. With --json amounts are cents.

  --json  prints JSON

  npm run shop -- documents show 261000017`,
  async run(call) {
    const number = onlyArgument(call, 'document');
    const document = await withDatabase(call.io, ({ kysely }) => readDocument(kysely, number));
    if (!document) throw new NotDone('unknown', `there is no document ${toPrintable(number)}`);
    const { creditedInvoice, ...fields } = document;
    print(call, { document: { ...fields, credits: creditedInvoice } }, linesOf(document));
  },
};

const euros = (cents: Cents) => amountText(cents, '.');

function linesOf(document: MoneyDocument): string[] {
  const { kind, number, issuedOn, suppliedOn, dueOn, orderNumber, branch, buyer, creditedInvoice, reason, note } =
    document;
  const buyerDetails = [buyer.regCode, buyer.vatNumber, buyer.address].filter(Boolean).join(', ');
  const buyerDetailsText = buyerDetails === '' ? '' : ` (${buyerDetails})`;
  const rows = document.lines.map((line) => [
    line.name || line.kind,
    line.count,
    `${line.vatPercent} %`,
    euros(line.netCents),
    euros(line.vatCents),
    euros(line.grossCents),
  ]);
  const reasonAndNote = note ? `${reason}: ${toPrintable(note)}` : reason;
  return [
    `${kind} ${number} of ${issuedOn}, order ${orderNumber}, ${toPrintable(branch.name)}`,
    toPrintable(`for ${buyer.name || 'a person'}${buyerDetailsText}`),
    `supplied on ${suppliedOn}${dueOn ? `, due on ${dueOn}` : ''}`,
    ...(creditedInvoice
      ? [`credits invoice ${creditedInvoice.number} of ${creditedInvoice.issuedOn}: ${reasonAndNote}`]
      : []),
    '',
    ...tableOrNothing(['', 'count', 'rate', 'net', 'VAT', 'sum'], rows),
    ...document.taxes.map((tax) => `${tax.vatPercent} %: net ${euros(tax.netCents)}, VAT ${euros(tax.vatCents)}`),
    `sum ${euros(document.grossCents)}`,
    ...document.payments.map(
      ({ paidOn, cents, method, tender, roundingCents }) =>
        `paid on ${paidOn}: ${euros(cents)}, ${tender ?? method}${roundingCents === 0 ? '' : `, rounded by ${euros(roundingCents)}`}`,
    ),
  ];
}
