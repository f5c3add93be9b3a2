import { completeOrder } from '../../shop/checkout/desk/desk.server.ts';
import type { Command } from '../command.ts';
import { yesAndJsonHelp } from '../confirm.ts';
import { runOrderCommand } from './order-act.ts';
import { orderLabel } from './order-lines.ts';

export const ordersComplete: Command = {
  summary: 'Marks a paid order as handed over.',
  usage: 'NUMBER [--yes] [--json]',
  help: `Marks a paid order as handed over to the buyer, with all its tires, including tires whose arrival nobody recorded. Asks first.
\`orders undo-hand-over\` undoes a mistake.

${yesAndJsonHelp}

  npm run shop -- orders complete R26-4F7K2`,
  run: (call) =>
    runOrderCommand(call, {
      question: (order) => `Mark ${orderLabel(order)} as handed over`,
      act: completeOrder,
      wrongStateText: ({ number, status }) => `order ${number} is ${status} already`,
    }),
};
