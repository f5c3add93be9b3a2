import { allowCredit } from '../../../shop/checkout/desk/allow-credit.server.ts';
import { onlyArgument } from '../../arguments.ts';
import { type Command, NotDone } from '../../command.ts';
import { withOrder } from '../order-act.ts';

const refusals = {
  'not-allowed': 'its company is not in books.creditCompanies of shop.config.ts',
  'too-late': 'it is paid or closed, or waits for a bank transfer',
  review: 'it must be reviewed first',
} as const;

export const ordersOnCredit: Command = {
  summary: 'Lets the company of an order pay after the hand-over.',
  usage: 'NUMBER [--json]',
  help: `Lets the company of an order pay after the hand-over. Only companies in books.creditCompanies of shop.config.ts may do so:
their tires are handed over unpaid, with an invoice that is due within the days that are set there. \`bank import\` or
\`orders paid --reference\` books its payment.

  --json  prints the result as JSON

  npm run shop -- orders on-credit R26-4F7K2`,
  run: (call) =>
    withOrder(call, onlyArgument(call, 'order'), async (shop, order, actor) => {
      const allowed = await allowCredit(shop, order.id, actor);
      if (!allowed.ok) throw new NotDone(allowed.reason, `order ${order.number}: ${refusals[allowed.reason]}`);
      const { days } = allowed;
      return { lines: [`To be paid within ${days} days.`], json: { creditDays: days } };
    }),
};
