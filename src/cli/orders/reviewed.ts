import { resolveReview } from '../../shop/checkout/desk/desk.server.ts';
import type { Command } from '../command.ts';
import { actHelp, actOnOrder, actOptions } from './order-act.ts';
import { orderOf } from './order-lines.ts';

const help = `Somebody has looked at what an order was marked for, and it goes on. Which they are: orders list --review.
Asks first: the mark is gone then.

${actHelp}

  npm run shop -- orders reviewed R26-4F7K2`;

export const ordersReviewed: Command = {
  summary: 'Notes that an order which had to be looked at was looked at.',
  usage: 'NUMBER [--yes] [--json]',
  help,
  options: actOptions,
  run: (call) =>
    actOnOrder(call, {
      question: (order) => `Note that ${orderOf(order)} has been looked at`,
      does: resolveReview,
      tooLate: ({ number }) => `there is nothing to be looked at in order ${number}`,
    }),
};
