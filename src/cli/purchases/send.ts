import { hoursOf } from '../../shop/calendar.ts';
import { readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { markAsSent, requestSending } from '../../shop/purchasing/answer-purchase.server.ts';
import { nextCutOff, orderTermsOf } from '../../shop/purchasing/order-terms.ts';
import { onlyArgument } from '../arguments.ts';
import type { Command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { runPurchaseCommand } from './purchase-act.ts';

export const purchasesSend: Command = {
  summary: 'Sends a purchase now, before the cut-off hour of its supplier.',
  usage: 'NUMBER [--again] [--yes] [--json]',
  help: `Asks the running shop to send a draft within a minute. Without this command the draft is sent at the cut-off hour.
The shop never repeats a sending by itself: if it is unclear whether the supplier has the purchase, ask the supplier first.

  --again  sends an unclear purchase again, with a new number (P26-00017-2) and marked as a repeat
  --yes    does not ask; required without a terminal
  --json   prints the purchase as JSON

  npm run shop -- purchases send P26-00017
  npm run shop -- purchases send P26-00017 --again`,
  async run(call) {
    const again = call.values.again === true;
    const number = onlyArgument(call, 'purchase');
    await confirm(
      call,
      again ? `Send purchase ${number} again, although the supplier may have it` : `Send purchase ${number}`,
    );
    return runPurchaseCommand(
      call,
      number,
      ({ db }, changeStamp) => requestSending(db, number, { ...changeStamp, again }),
      () => ['The running shop sends it within a minute.'],
    );
  },
};

export const purchasesSent: Command = {
  summary: 'Records that the supplier has a purchase whose sending is unclear.',
  usage: 'NUMBER [--yes] [--json]',
  help: `Ends the state "unclear" without another mail: the supplier said that it has the purchase.

  --yes   does not ask; required without a terminal
  --json  prints the purchase as JSON

  npm run shop -- purchases sent P26-00017`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const number = onlyArgument(call, 'purchase');
    const suppliers = readSuppliers(call.suppliers);
    await confirm(call, `Does the supplier have purchase ${number}`);
    return runPurchaseCommand(call, number, ({ db, shopConfig }, changeStamp) =>
      markAsSent(db, number, {
        ...changeStamp,
        answerDueAt: ({ supplier, branch }) =>
          nextCutOff(changeStamp.at, orderTermsOf(supplier, suppliers), hoursOf(shopConfig, branch)),
      }),
    );
  },
};
