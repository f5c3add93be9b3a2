import { listDocuments } from '../../shop/books/documents/read-documents.server.ts';
import { setCompany } from '../../shop/checkout/documents/set-company.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { companyOf } from '../orders/desk-form.ts';
import { findOrder } from '../orders/order-act.ts';
import { counted, print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

export const documentsCompany: Command = {
  summary: 'Sets or removes the company of an order, even if it is invoiced already.',
  usage: 'ORDER --company NAME --reg-code CODE [--vat-number NUMBER] [--address TEXT]|--no-company [--yes] [--json]',
  help: `Sets the company that an order is for, at any time. An existing invoice is credited in full and issued again to the company, with the same
sums, rate and day of supply; the buyer gets both by mail. If the invoice is of an earlier month, ask the accountant first.

  --company NAME      invoices this company; with --reg-code CODE and, if it has them, --vat-number NUMBER and
                      --address TEXT
  --no-company        invoices a private person
${yesAndJsonHelp}

  npm run shop -- documents company R26-4F7K2 --company "Veod OÜ" --reg-code 10421629`,
  async run(call) {
    const number = onlyArgument(call, 'order');
    const company = call.values['no-company'] ? null : companyOf(call);
    if (company === undefined)
      throw new UsageError('name the company: --company NAME --reg-code CODE, or --no-company');
    return withShopContext(call, async (shop) => {
      const order = await findOrder(shop.db, number);
      await confirm(call, `Invoice ${company?.name ?? 'a private person'} for order ${order.number}`);
      const issuedBefore = await listDocuments(shop.db, { order: order.number });
      const result = await setCompany(shop, order.id, company, actorOf(call.io));
      if (!result.ok) throw refusalError(result);
      const inOrderOfIssue = await listDocuments(shop.db, { order: order.number });
      const issued = inOrderOfIssue.slice(issuedBefore.length).map((document) => document.number);
      const issuedText =
        issued.length === 0
          ? 'no document was issued'
          : `${counted(issued.length, 'document')} issued: ${issued.join(', ')}`;
      print(call, { order: order.number, company, issued }, [`Order ${order.number}: ${issuedText}.`]);
    });
  },
};

function refusalError(result: Extract<Awaited<ReturnType<typeof setCompany>>, { ok: false }>): Error {
  if (result.reason === 'validation')
    return new UsageError(`not valid: ${result.errors.map(({ path }) => path.replace('company.', '')).join(', ')}`);
  return result.reason === 'unchanged'
    ? new NotDone('unchanged', 'the order is for this buyer already')
    : new NotDone('too-late', 'the data of the buyer are erased');
}
