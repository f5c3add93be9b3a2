import { sendDocument } from '../../shop/checkout/documents/send-document.server.ts';
import { onlyArgument, textOption } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { print, toPrintable } from '../output.ts';
import { withShopContext } from '../with-shop-context.ts';

export const documentsSend: Command = {
  summary: 'Mails an invoice, credit note or receipt to the buyer again.',
  usage: 'NUMBER [--to ADDRESS] [--json]',
  help: `Mails an invoice, credit note or receipt to the buyer again, as the same file. The server sends the mail; if it is not
running, it sends the mail after its next start.

  --to ADDRESS  mails it to another address, such as the buyer's accountant; the mail has no link to the order
  --json        prints JSON

  npm run shop -- documents send 261000017
  npm run shop -- documents send 261000017 --to kati@example.com`,
  async run(call) {
    const number = onlyArgument(call, 'document');
    const address = textOption(call, 'to');
    const result = await withShopContext(call, (shop) => sendDocument(shop, number, address));
    if (!result.ok) {
      if (result.reason === 'bad-address')
        throw new UsageError(`--to is no e-mail address: ${toPrintable(address ?? '')}`);
      const cause =
        result.reason === 'unknown' ? `there is no document ${toPrintable(number)}` : 'its order has no e-mail address';
      throw new NotDone(result.reason, cause);
    }
    print(call, { number, to: result.to }, [`${number} is mailed to ${toPrintable(result.to)}.`]);
  },
};
