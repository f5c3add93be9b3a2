import { resolveReview } from '../shop/checkout/desk.server.ts';
import type { Command } from './command.ts';
import { actOnOrder } from './order-act.ts';

const help = `Somebody has looked at what an order was marked for, and it goes on. Which they are: orders list --review.

  --json  the outcome as JSON

  npm run shop -- orders reviewed R26-4F7K2`;

export const ordersReviewed: Command = {
  summary: 'Notes that an order which had to be looked at was looked at.',
  usage: 'NUMBER [--json]',
  help,
  options: { json: { type: 'boolean' } },
  run: (call) =>
    actOnOrder(call, {
      question: () => null,
      does: resolveReview,
      tooLate: ({ number }) => `there is nothing to be looked at in order ${number}`,
    }),
};
