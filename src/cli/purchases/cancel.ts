import { cancelTires } from '../../shop/checkout/purchases/cancel-tires.server.ts';
import type { Command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { purchaseAndTireOf, runPurchaseCommand } from './purchase-act.ts';

export const purchasesCancel: Command = {
  summary: 'Records that tires of a purchase were cancelled with the supplier.',
  usage: 'NUMBER TIRE COUNT [--yes] [--json]',
  help: `Records that the supplier agreed not to deliver tires that no order waits for, such as those of a cancelled order. For tires
that orders wait for, use \`purchases refuse\`. The count in the supplier's list does not change. TIRE is the id of a tire,
the supplier's article code, or the EAN. The command sends no mail: agree with the supplier first.

  --yes   does not ask; required without a terminal
  --json  prints the purchase as JSON

  npm run shop -- purchases cancel P26-00017 6419440382319 2`,
  async run(call) {
    const { number, counted } = purchaseAndTireOf(call);
    const { tire, count } = counted;
    await confirm(call, `Record that ${count} of ${tire} in purchase ${number} were cancelled with the supplier`);
    return runPurchaseCommand(call, number, ({ db }, changeStamp) => cancelTires(db, number, counted, changeStamp));
  },
};
