import { refundableOfOrder, refundOrder } from '../../../shop/checkout/refund/refund-order.server.ts';
import type { Cents } from '../../../shop/money.ts';
import { amountOption, oneOf, onlyArgument, textOption } from '../../arguments.ts';
import { type Command, NotDone } from '../../command.ts';
import { confirm, yesAndJsonHelp } from '../../confirm.ts';
import { refundOutput, withOrder } from '../order-act.ts';
import { money } from '../order-lines.ts';

const reasons = ['withdrawal', 'cancelled', 'goodwill'] as const;

export const ordersRefund: Command = {
  summary: 'Refunds an order, in full or in part.',
  usage: `NUMBER [--amount EUROS] [--reason ${reasons.join('|')}] [--yes] [--json]`,
  help: `Refunds what was paid for an order, in full or in part, never more. Payments through a provider are refunded through
it, as soon as the shop runs; cash and transfers are paid out by hand and then recorded with \`orders refunded\`.

  --amount EUROS  refunds only this amount, 12,50 or 12.50; by default all that is not refunded yet
  --reason R      ${reasons.join(', ')}; by default goodwill
${yesAndJsonHelp}

  npm run shop -- orders refund R26-4F7K2
  npm run shop -- orders refund R26-4F7K2 --amount 12,50 --reason goodwill`,
  async run(call) {
    const number = onlyArgument(call, 'order');
    const amount = amountOption(call);
    const reason = oneOf(textOption(call, 'reason'), reasons, 'reason') ?? 'goodwill';
    await withOrder(call, number, async (shop, order, actor) => {
      const refundable = await refundableOfOrder(shop, order.id);
      // Refunds exactly the amount that the operator confirms, even if more money arrives meanwhile.
      const requested = amount ?? refundable;
      if (requested === 0 || requested > refundable) throw tooMuchError(number, refundable);
      await confirm(call, `Refund ${money(requested)} of order ${order.number} to ${order.name} (${reason})`);
      const refunding = await refundOrder(shop, order.id, requested, reason, actor);
      if (!refunding.ok) throw tooMuchError(number, refunding.refundable);
      const requestedIds = refunding.refunds.map(({ id }) => id);
      return refundOutput(shop.db, order, (id) => requestedIds.includes(id));
    });
  },
};

function tooMuchError(number: string, refundable: Cents): NotDone {
  const refundableText = refundable > 0 ? `only ${money(refundable)}` : 'nothing';
  return new NotDone('too-much', `${refundableText} of order ${number} can still be refunded`);
}
