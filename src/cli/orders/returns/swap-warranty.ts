import { type SwapResult, swapUnderWarranty, undoSwap } from '../../../shop/checkout/returns/swap-warranty.server.ts';
import type { ListedOrder } from '../../../shop/order/find/list-orders.server.ts';
import { branchOption, textOption } from '../../arguments.ts';
import { type Command, NotDone } from '../../command.ts';
import { orderAndTires } from '../count-tires.ts';
import { withOrder } from '../order-act.ts';

export const ordersSwapWarranty: Command = {
  summary:
    'Records a warranty swap: faulty tires that the buyer already has are replaced with the same tires from stock.',
  usage: 'NUMBER TIRE=COUNT… [--branch BRANCH] [--reason TEXT] [--undo] [--json]',
  help: `Records a swap under warranty: the buyer gave faulty tires back and got as many of the same from the free stock of the
branch. The faulty ones are set apart there, not for sale: see \`stock apart\`. No money moves. For another tire instead,
use \`orders take-back\`, \`orders refund\` and \`orders sell\`.

  --branch BRANCH  where it happened; without it, the branch of the order
  --reason TEXT    what is wrong with the tires, for the history
  --undo           undoes a wrong entry, if the branch still has as many tires set apart
  --json           prints the result as JSON

  npm run shop -- orders swap-warranty R26-4F7K2 nokian-r5-2055516=1 --reason "bulge in the sidewall"`,
  async run(call) {
    const { number, tires } = orderAndTires(call);
    const branch = branchOption(call);
    const reason = textOption(call, 'reason') ?? '';
    const act = call.values.undo === true ? undoSwap : swapUnderWarranty;
    await withOrder(call, number, async (shop, order, actor) => {
      const swap = { tires, branch: branch ?? order.branch, reason };
      const result = await act(shop, order.id, actor, swap);
      if (!result.ok) throw new NotDone(result.reason, refusalOf(result, order, swap.branch));
    });
  },
};

function refusalOf(refused: SwapResult & { ok: false }, { number }: ListedOrder, branch: string): string {
  switch (refused.reason) {
    case 'not-handed-over':
      return `order ${number}: these are more tires than the buyer has`;
    case 'not-swapped':
      return `order ${number}: these are more tires than were swapped at ${branch}; see \`orders show ${number}\``;
    case 'not-free':
      return `only ${refused.available} of ${refused.tire} are available at ${branch}`;
    case 'moved-on':
      return `only ${refused.available} of ${refused.tire} are set apart at ${branch}`;
  }
}
