import { sendDocument } from '../../shop/checkout/documents/send-document.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { print, visible } from '../output.ts';
import { withShopContext } from '../with-shop-context.ts';

const help = `Mails an invoice, credit note or receipt to the buyer again, as the same file. The running shop sends it, or the next one that starts.

  --json  as JSON

  npm run shop -- documents send 261000017`;

export const documentsSend: Command = {
  summary: 'Mails an invoice, credit note or receipt to the buyer again.',
  usage: 'NUMBER [--json]',
  help,
  options: { json: { type: 'boolean' } },
  async run(call) {
    const number = onlyArgument(call, 'document');
    const sent = await withShopContext(call, (shop) => sendDocument(shop, number));
    if (!sent.ok) {
      const why =
        sent.reason === 'unknown' ? `there is no document ${visible(number)}` : 'its order has no e-mail address';
      throw new NotDone(sent.reason, why);
    }
    print(call, { number, to: sent.to }, [`${number} goes to ${visible(sent.to)}.`]);
    return 0;
  },
};
