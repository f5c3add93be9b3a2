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
    const amountCents = amountOption(call);
    const reason = oneOf(textOption(call, 'reason'), reasons, 'reason') ?? 'goodwill';
    await withOrder(call, onlyArgument(call, 'order'), async (shop, order, actor) => {
      const refundableCents = await refundableOfOrder(shop, order.id);
      // Refunds exactly the amount that the operator confirms, even if more money arrives meanwhile.
      const requestedCents = amountCents ?? refundableCents;
      if (requestedCents === 0 || requestedCents > refundableCents) throw tooMuchError(order.number, refundableCents);
      await confirm(call, `Refund ${money(requestedCents)} of order ${order.number} to ${order.name} (${reason})`);
      const refunding = await refundOrder(shop, order.id, requestedCents, reason, actor);
      if (!refunding.ok) throw tooMuchError(order.number, refunding.refundable);
      const requestedIds = refunding.refunds.map(({ id }) => id);
      return refundOutput(shop.db, order, (id) => requestedIds.includes(id));
    });
  },
};

function tooMuchError(number: string, refundableCents: Cents): NotDone {
  const refundableText = refundableCents > 0 ? `only ${money(refundableCents)}` : 'nothing';
  return new NotDone('too-much', `${refundableText} of order ${number} can still be refunded`);
}
