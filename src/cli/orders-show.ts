import { orderDossier } from '../shop/order/order-dossier.server.ts';
import type { Command } from './command.ts';
import { withDatabase } from './database.ts';
import { dossierLines } from './dossier-lines.ts';
import { onlyArgument, theOrder } from './order-arguments.ts';
import { inEuros, orderJson } from './order-lines.ts';
import { printJson, printLines } from './output.ts';

const help = `Everything the shop knows of an order: what was bought and where it comes from, attempts to pay, money that has moved,
refunds, letters sent and not sent, withdrawals, and its history with who did what.

  --json  as JSON, amounts in euros

  npm run shop -- orders show R26-4F7K2`;

export const ordersShow: Command = {
  summary: 'Shows all there is to know of an order.',
  usage: 'NUMBER [--json]',
  help,
  options: { json: { type: 'boolean' } },
  async run(call) {
    const number = onlyArgument(call, 'order');
    await withDatabase(call.io, async ({ kysely }) => {
      const order = await theOrder(kysely, number);
      const dossier = await orderDossier(kysely, order.id);
      if (call.values.json) printJson(call.io, { ...orderJson(order), ...(inEuros(dossier) as object) });
      else printLines(call.io, dossierLines(order, dossier));
    });
    return 0;
  },
};
