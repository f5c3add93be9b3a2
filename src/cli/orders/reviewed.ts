import { resolveReview } from '../../shop/checkout/desk/desk.server.ts';
import type { Command } from '../command.ts';
import { actHelp, actOnOrder, actOptions } from './order-act.ts';
import { orderOf } from './order-lines.ts';

const help = `Removes the review mark of an order, so that it can be made ready or completed. Marked orders: orders list --review.
Asks first, since the mark is lost.

${actHelp}

  npm run shop -- orders reviewed R26-4F7K2`;

export const ordersReviewed: Command = {
  summary: 'Removes the review mark of an order.',
  usage: 'NUMBER [--yes] [--json]',
  help,
  options: actOptions,
  run: (call) =>
    actOnOrder(call, {
      question: (order) => `Remove the review mark of ${orderOf(order)}`,
      does: resolveReview,
      tooLate: ({ number }) => `order ${number} has no review mark`,
    }),
};
