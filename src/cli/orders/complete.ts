import { complete } from '../../shop/checkout/desk/desk.server.ts';
import type { Command } from '../command.ts';
import { actHelp, actOnOrder, actOptions } from './order-act.ts';
import { orderOf } from './order-lines.ts';

const help = `Marks a paid order as handed over to the buyer. Asks first: a completed order cannot be reopened.

${actHelp}

  npm run shop -- orders complete R26-4F7K2`;

export const ordersComplete: Command = {
  summary: 'Marks a paid order as handed over.',
  usage: 'NUMBER [--yes] [--json]',
  help,
  options: actOptions,
  run: (call) =>
    actOnOrder(call, {
      question: (order) => `Mark ${orderOf(order)} as handed over`,
      does: complete,
      tooLate: ({ number, status }) => `order ${number} is ${status} already`,
    }),
};
