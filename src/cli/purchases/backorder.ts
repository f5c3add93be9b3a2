import { backorderAndHandleDelays } from '../../shop/checkout/purchases/confirm-tires.server.ts';
import { dayOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { delayLines } from './delays.ts';
import { runPurchaseCommand, tireCountOf } from './purchase-act.ts';

export const purchasesBackorder: Command = {
  summary: 'Records that the supplier sends tires of a purchase later.',
  usage: 'NUMBER TIRE=COUNT… [--expected DAY] [--json]',
  help: `Records that the supplier has put tires on back order. They stay ordered until \`purchases confirm\` records the day on
which they arrive, or \`purchases refuse\` records that they never arrive. The shop takes the tires from another stock
location if they reach the order in time; otherwise the buyer gets a mail with the choice to wait, take other tires or
cancel. TIRE is the id of a tire, the supplier's article code, or the EAN.

  --expected DAY  the day on which all outstanding pieces of these tires arrive at the branch, as the supplier says;
                  without it, no day is known
  --json          prints the purchase as JSON

  npm run shop -- purchases backorder P26-00017 6419440382319=2
  npm run shop -- purchases backorder P26-00017 6419440382319=2 --expected 2026-12-03`,
  async run(call) {
    const [number, ...counts] = call.positionals;
    if (number === undefined || counts.length === 0)
      throw new UsageError('name a purchase, and its tires as TIRE=COUNT');
    const expected = dayOption(call, 'expected');
    const backorder = { pieces: counts.map(tireCountOf), ...(expected && { expected }) };
    return runPurchaseCommand(
      call,
      number,
      (shop, changeStamp) => backorderAndHandleDelays(shop, number, backorder, changeStamp),
      delayLines,
    );
  },
};
