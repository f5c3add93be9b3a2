import { confirmAndHandleDelays } from '../../shop/checkout/purchases/confirm-tires.server.ts';
import { refuseTires } from '../../shop/checkout/purchases/refuse-tires.server.ts';
import { dayOption, onlyArgument } from '../arguments.ts';
import type { Command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { delayLines } from './delays.ts';
import { purchaseAndTireOf, runPurchaseCommand, tireCountsOf } from './purchase-act.ts';

export const purchasesConfirm: Command = {
  summary: 'Records that the supplier sends the tires of a purchase.',
  usage: 'NUMBER [--line TIRE=COUNT]… [--expected DAY] [--json]',
  help: `Records the answer of a supplier. TIRE is the id of a tire, the supplier's article code, or the EAN.

  --line TIRE=COUNT  confirms only this number of a tire; may be repeated. Without it, confirms all that is not answered yet
  --expected DAY     the day on which the tires arrive at the branch, as the supplier says
  --json             prints the purchase as JSON

  npm run shop -- purchases confirm P26-00017 --expected 2026-11-24
  npm run shop -- purchases confirm P26-00017 --line 6419440382319=4`,
  async run(call) {
    const pieces = tireCountsOf(call, 'line');
    const confirmation = { pieces: pieces.length > 0 ? pieces : undefined, expected: dayOption(call, 'expected') };
    const number = onlyArgument(call, 'purchase');
    return runPurchaseCommand(
      call,
      number,
      (shop, changeStamp) => confirmAndHandleDelays(shop, number, confirmation, changeStamp),
      delayLines,
    );
  },
};

export const purchasesRefuse: Command = {
  summary: 'Records that the supplier does not send tires of a purchase.',
  usage: 'NUMBER TIRE COUNT [--yes] [--json]',
  help: `Records that the supplier never sends COUNT of a tire. The supplier's count of this tire becomes 0.
It stays 0 until the supplier's next list in which anything has changed.
The shop takes the tires from another stock location if they reach an order in time, and mails the branch of the order;
otherwise the buyer gets a mail with the choice to wait, take other tires or cancel. TIRE is the id of a tire, the
supplier's article code, or the EAN.

  --yes   does not ask; required without a terminal
  --json  prints the purchase as JSON

  npm run shop -- purchases refuse P26-00017 6419440382319 2`,
  async run(call) {
    const { number, counted } = purchaseAndTireOf(call);
    await confirm(call, `Record that ${counted.count} of ${counted.tire} in purchase ${number} never come`);
    return runPurchaseCommand(
      call,
      number,
      (shop, changeStamp) => refuseTires(shop, number, counted, changeStamp),
      delayLines,
    );
  },
};
