import { tallinnTime } from '../../shop/calendar.ts';
import { readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { giveUpPurchase } from '../../shop/checkout/purchases/give-up.server.ts';
import { requestStateQuery } from '../../shop/purchasing/answer-purchase.server.ts';
import { orderTermsOf } from '../../shop/purchasing/order-terms.ts';
import { exchangesOf, exchangeTexts } from '../../shop/purchasing/wire/exchanges.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { print, table, toPrintable } from '../output.ts';
import { delayLines } from './delays.ts';
import { runPurchaseCommand } from './purchase-act.ts';
import { readPurchase } from './show.ts';

export const purchasesAsk: Command = {
  summary: 'Asks the supplier’s system about a purchase.',
  usage: 'NUMBER [--json]',
  help: `Within a minute, the running shop asks the supplier's system whether it has the purchase, and what it confirms. If it
has the purchase, the state "unclear" becomes "sent", and the confirmed tires are booked. Nothing is ordered. The command
works only for suppliers whose declaration has \`order.status\`.

  --json  prints the purchase as JSON

  npm run shop -- purchases ask P26-00017`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const suppliers = readSuppliers(call.suppliers);
    const canQuery = (supplier: string, hadExchange: boolean) => {
      const isDeclared = suppliers.some(({ id }) => id === supplier);
      if (isDeclared) return orderTermsOf(supplier, suppliers).answersStateQueries;
      // The running shop may know suppliers that this process does not, such as fakes. An exchange with one proves that it has an interface.
      return hadExchange;
    };
    const number = onlyArgument(call, 'purchase');
    return runPurchaseCommand(
      call,
      number,
      ({ db }, changeStamp) => requestStateQuery(db, number, { ...changeStamp, canQuery }),
      () => ['The running shop asks the supplier within a minute.'],
    );
  },
};

export const purchasesGiveUp: Command = {
  summary: 'Ends an unclear purchase that the supplier did not receive.',
  usage: 'NUMBER [--yes] [--json]',
  help: `Records that the supplier did not receive an unclear purchase, and that it is not sent again. Its tires count as refused.
The shop takes such tires from another stock location if those arrive in time for the order; otherwise the buyer gets a mail with the choice to
wait, take other tires or cancel. The command sends nothing to the supplier: make sure that it delivers nothing.

  --yes   does not ask; required without a terminal
  --json  prints the purchase as JSON

  npm run shop -- purchases give-up P26-00017`,
  async run(call) {
    const number = onlyArgument(call, 'purchase');
    await confirm(call, `Give up purchase ${number}, although the supplier may have it`);
    return runPurchaseCommand(
      call,
      number,
      (shop, changeStamp) => giveUpPurchase(shop, number, changeStamp),
      delayLines,
    );
  },
};

export const purchasesExchange: Command = {
  summary: 'Shows the requests about a purchase to the supplier’s system, and the answers.',
  usage: 'NUMBER [ID] [--json]',
  help: `Lists the requests to the supplier's system with their results, or shows the texts of one request and its answer. The shop keeps
them for 400 days.

  --json  prints JSON

  npm run shop -- purchases exchange P26-00017
  npm run shop -- purchases exchange P26-00017 4711`,
  async run(call) {
    const [number, id, ...more] = call.positionals;
    if (number === undefined || more.length > 0 || (id !== undefined && !/^\d{1,15}$/.test(id)))
      throw new UsageError('name a purchase, and optionally the id of an exchange');
    return withDatabase(call.io, async ({ kysely }) => {
      const purchase = await readPurchase(kysely, number);
      if (id === undefined) {
        const exchanges = await exchangesOf(kysely, purchase.id);
        const rows = exchanges.map(({ id: exchangeId, at, kind, reference, httpStatus, outcome, reason }) => [
          exchangeId,
          tallinnTime(at),
          kind,
          reference,
          httpStatus ?? '',
          outcome ?? 'no answer',
          reason,
        ]);
        const headings = ['id', 'at', 'what', 'reference', 'HTTP', 'outcome', 'reason'];
        print(call, { exchanges }, table(headings, rows, 'Nothing was exchanged with a system of the supplier.'));
        return;
      }
      const texts = await exchangeTexts(kysely, purchase.number, Number(id));
      if (!texts) throw new NotDone('unknown-exchange', `purchase ${purchase.number} has no exchange ${id}`);
      const answer = texts.answer ?? `no answer: ${texts.reason}`;
      print(
        call,
        { exchange: texts },
        [...texts.request.split('\n'), '', '---', '', ...answer.split('\n')].map(toPrintable),
      );
    });
  },
};
