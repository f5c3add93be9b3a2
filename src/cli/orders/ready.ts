import { markReady } from '../../shop/checkout/desk/desk.server.ts';
import type { Command } from '../command.ts';
import { yesAndJsonHelp } from '../confirm.ts';
import { runOrderCommand } from './order-act.ts';
import { orderLabel } from './order-lines.ts';

export const ordersReady: Command = {
  summary: 'Marks an order as ready for pick-up; the buyer gets a mail.',
  usage: 'NUMBER [--yes] [--json]',
  help: `Marks an order as ready for pick-up at its branch. The running shop mails the buyer a minute later; until then
\`orders undo-ready\` undoes it. An order by bank link, card or transfer must be paid first. Asks first: a mail cannot be recalled.

${yesAndJsonHelp}

  npm run shop -- orders ready R26-4F7K2`,
  run: (call) =>
    runOrderCommand(call, {
      question: (order) => `Mark ${orderLabel(order)} as ready, and mail the buyer`,
      act: markReady,
      wrongStateText: ({ number, status }) => `order ${number} is ${status} and cannot become ready`,
    }),
};
