import {
  conditions,
  type ProposedRefund,
  takeBack,
  type UndoTakeBackResult,
  undoTakeBack,
} from '../../../shop/checkout/returns/take-back.server.ts';
import { amountText, toEuros } from '../../../shop/money.ts';
import type { ListedOrder } from '../../../shop/order/find/list-orders.server.ts';
import { branchOption, oneOf, textOption } from '../../arguments.ts';
import { type Command, NotDone, UsageError } from '../../command.ts';
import { orderAndTires } from '../count-tires.ts';
import { withOrder } from '../order-act.ts';
import { money } from '../order-lines.ts';

export const ordersTakeBack: Command = {
  summary: 'Records that the buyer brought tires back.',
  usage: `NUMBER TIRE=COUNT… --condition ${conditions.join('|')} --to BRANCH [--undo] [--json]`,
  help: `Records that tires which were handed over came back to a branch. New tires are for sale there at once; the others are set
apart, not for sale: see \`stock apart\`. Refunds nothing, but prints the amount of the refund and the command that pays it.

  --condition C  new; mounted: were on a car; damaged; wrong: not the tires of the order
  --to BRANCH    the branch that has them now
  --undo         undoes a wrong entry, with the same tires, condition and branch, while they are still there
  --json         prints the result as JSON

  npm run shop -- orders take-back R26-4F7K2 nokian-r5-2055516=2 --condition new --to ringtee
  npm run shop -- orders take-back R26-4F7K2 nokian-r5-2055516=2 --condition new --to ringtee --undo`,
  async run(call) {
    const { number: typedNumber, tires } = orderAndTires(call);
    const branches = call.shopConfig.branches.map(({ id }) => id);
    const condition = oneOf(textOption(call, 'condition'), conditions, 'condition');
    const branch = branchOption(call, 'to');
    if (!condition) throw new UsageError(`--condition must be one of ${conditions.join(', ')}`);
    if (!branch) throw new UsageError(`--to must name the branch: ${branches.join(', ')}`);
    const takenBack = { tires, condition, place: branch };
    await withOrder(call, typedNumber, async (shop, order, actor) => {
      const { number } = order;
      if (call.values.undo === true) {
        const undone = await undoTakeBack(shop, order.id, actor, takenBack);
        if (!undone.ok) throw new NotDone(undone.reason, undoRefusalOf(undone.reason, order));
        return {};
      }
      const result = await takeBack(shop, order.id, actor, takenBack);
      if (!result.ok) throw new NotDone(result.reason, `order ${number}: these are more tires than the buyer has`);
      const { amountCents, reason } = result.proposedRefund;
      return {
        linesAfter: refundLines(number, result.proposedRefund),
        json: { proposedRefund: { amount: toEuros(amountCents), reason } },
      };
    });
  },
};

function refundLines(number: string, { amountCents, reason }: ProposedRefund): string[] {
  if (amountCents === 0) return ['All that was paid is refunded already.'];
  const refund = `orders refund ${number} --amount ${amountText(amountCents, '.')} --reason ${reason}`;
  return [`To refund ${money(amountCents)} for these tires: ${refund}`];
}

function undoRefusalOf(
  reason: (UndoTakeBackResult & { ok: false })['reason'],
  { number, status }: ListedOrder,
): string {
  if (reason === 'too-late') return `order ${number} is ${status}, so its returns cannot be undone`;
  return reason === 'moved-on'
    ? 'the tires are no longer at that branch: some were sold, promised to another order, or moved'
    : `order ${number}: these are more tires than came back in this condition to this branch; see \`orders show ${number}\``;
}
