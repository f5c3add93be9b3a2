import { resolveReview } from '../../shop/checkout/desk/desk.server.ts';
import type { Command } from '../command.ts';
import { yesAndJsonHelp } from '../confirm.ts';
import { runOrderCommand } from './order-act.ts';
import { orderLabel } from './order-lines.ts';

export const ordersReviewed: Command = {
  summary: 'Removes the review mark of an order.',
  usage: 'NUMBER [--yes] [--json]',
  help: `Removes the review mark of an order, so that it can be made ready or completed. \`orders list --review\` lists
marked orders. Asks first, because the mark cannot be restored. The mark of an order that awaits the rest of its
payment stays until the rest is paid or the part is refunded.

${yesAndJsonHelp}

  npm run shop -- orders reviewed R26-4F7K2`,
  run: (call) =>
    runOrderCommand(call, {
      question: (order) => `Remove the review mark of ${orderLabel(order)}`,
      act: resolveReview,
      wrongStateText: ({ number }) => `order ${number} has no review mark`,
    }),
};
