import { markReady } from '../shop/checkout/desk.server.ts';
import type { Command } from './command.ts';
import { actOnOrder } from './order-act.ts';

const help = `The tires of an order are at its branch; the running shop tells the buyer. A prepaid order has to be paid first.

  --json  the outcome as JSON

  npm run shop -- orders ready R26-4F7K2`;

export const ordersReady: Command = {
  summary: 'Marks an order as ready to be collected; the buyer is told.',
  usage: 'NUMBER [--json]',
  help,
  options: { json: { type: 'boolean' } },
  run: (call) =>
    actOnOrder(call, {
      question: () => null,
      does: markReady,
      tooLate: ({ number, status }) => `order ${number} is ${status} and cannot become ready`,
    }),
};
