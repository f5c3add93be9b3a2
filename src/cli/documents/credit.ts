import { listDocuments, readDocument } from '../../shop/books/documents/read-documents.server.ts';
import { refundableOfOrder, refundNote, refundOrder } from '../../shop/checkout/refund/refund-order.server.ts';
import { type Cents, toEuros } from '../../shop/money.ts';
import { amountOption, onlyArgument, textOption } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { findOrder } from '../orders/order-act.ts';
import { money } from '../orders/order-lines.ts';
import { print, toPrintable } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

export const documentsCredit: Command = {
  summary: 'Lowers the price of an invoice: a credit note and its refund.',
  usage: 'NUMBER --amount EUROS --reason TEXT [--yes] [--json]',
  help: `Lowers the price of an invoice that was paid, such as for a defect (VÕS § 112): issues a credit note, and requests the refund as
\`orders refund\` does. Tires that come back are credited by \`orders take-back\`, a cancelled order by \`orders cancel\`.
NUMBER is that of an invoice. If its order has several invoices, the newest is credited first, even if NUMBER is another
one.

  --amount EUROS  the reduction, 12,50 or 12.50; required
  --reason TEXT   the reason, in at most 200 characters, as it is printed on the credit note; required
${yesAndJsonHelp}

  npm run shop -- documents credit 261000017 --amount 20 --reason "kriimustatud külg"`,
  async run(call) {
    const number = onlyArgument(call, 'invoice');
    const cents = amountOption(call);
    if (!cents) throw new UsageError('--amount is missing');
    const reason = refundNote.safeParse(textOption(call, 'reason') ?? '');
    if (!reason.success) throw new UsageError('--reason is one line of at most 200 characters');
    if (reason.data === '') throw new UsageError('--reason is missing');
    return withShopContext(call, async (shop) => {
      const invoice = await readDocument(shop.db, number);
      if (invoice?.kind !== 'invoice') throw new NotDone('unknown', `there is no invoice ${toPrintable(number)}`);
      const order = await findOrder(shop.db, invoice.orderNumber);
      const refundableCents = await refundableOfOrder(shop, order.id);
      if (cents > refundableCents)
        throw new NotDone('too-much', `only ${money(refundableCents)} can still be given back`);
      await confirm(call, `Credit ${money(cents)} of order ${order.number} to ${invoice.buyer.name}`);
      const issuedBefore = await listDocuments(shop.db, { order: order.number });
      const refunded = await refundOrder(shop, order.id, cents, 'goodwill', actorOf(call.io), reason.data);
      if (!refunded.ok) throw new NotDone('too-much', `only ${money(refunded.refundable)} can still be given back`);
      const inOrderOfIssue = await listDocuments(shop.db, { order: order.number });
      const issued = inOrderOfIssue.slice(issuedBefore.length);
      const creditedCents = issued.reduce((sum, { grossCents }) => sum + grossCents, 0);
      const numbers = issued.map((document) => document.number);
      const amounts = { credited: toEuros(creditedCents), refunded: toEuros(cents) };
      print(call, { order: order.number, issued: numbers, ...amounts }, [resultText(numbers, creditedCents, cents)]);
    });
  },
};

function resultText(creditNotes: readonly string[], creditedCents: Cents, refundedCents: Cents): string {
  const refund = `${money(refundedCents)} are refunded`;
  if (creditNotes.length === 0)
    return `${refund}. This money was credited before, or not invoiced: no credit note was issued.`;
  const creditNote = `Credit note ${creditNotes.join(', ')} for ${money(creditedCents)}`;
  if (creditedCents === refundedCents) return `${creditNote}.`;
  return `${creditNote}; ${refund}. The rest was credited before, or not invoiced.`;
}
