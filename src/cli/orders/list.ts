import { listOrders } from '../../shop/order/list-orders.server.ts';
import { orderStatuses, paidStates } from '../../shop/order/order.ts';
import { noArguments, oneOf, periodOf, periodOptions, textOption } from '../arguments.ts';
import { type Call, type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';
import { orderHeadings, orderJson, orderRow } from './order-lines.ts';

const help = `Lists orders, newest first, at most 50 unless --limit says otherwise.

  --status S     awaiting_payment, confirmed, ready, completed, cancelled, expired; may be repeated
  --paid STATE   ${paidStates.join(', ')}
  --branch B     the id of a branch
  --review       only orders that are marked for review
  --since DATE   placed on that day or later, in Tallinn; --until DATE on that day or earlier
  --search TEXT  a part of number, name, e-mail address, phone number, number plate, reference number, or of
                 the bank's reference of a payment
  --limit N      at most N orders
  --json         as JSON, amounts in euros

  npm run shop -- orders list --status confirmed --status ready --branch ringtee
  npm run shop -- orders list --review
  npm run shop -- orders list --since 2026-11-01 --until 2026-11-30 --search maasikas`;

export const ordersList: Command = {
  summary: 'Lists orders, newest first.',
  usage:
    '[--status S]… [--paid STATE] [--branch B] [--review] [--since DATE] [--until DATE] [--search TEXT] [--limit N] [--json]',
  help,
  options: {
    status: { type: 'string', multiple: true },
    paid: { type: 'string' },
    branch: { type: 'string' },
    review: { type: 'boolean' },
    ...periodOptions,
    search: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(call) {
    noArguments(call);
    const filter = filterOf(call);
    const limit = limitOf(textOption(call, 'limit') ?? '50');
    const found = await withDatabase(call.io, ({ kysely }) => listOrders(kysely, filter, limit + 1));
    const orders = found.slice(0, limit);
    const more = found.length > limit;
    const lines = table(orderHeadings, orders.map(orderRow), 'No orders.');
    print(call, { orders: orders.map(orderJson), more }, [...lines, ...(more ? ['… and more: --limit'] : [])]);
    return 0;
  },
};

function filterOf(call: Call) {
  const { values, shopConfig } = call;
  const statuses = (Array.isArray(values.status) ? values.status : []).flatMap(
    (text) => oneOf(String(text), orderStatuses, 'status') ?? [],
  );
  const branches = shopConfig.branches.map(({ id }) => id);
  return {
    statuses,
    paid: oneOf(textOption(call, 'paid'), paidStates, 'paid'),
    branch: oneOf(textOption(call, 'branch'), branches, 'branch'),
    review: values.review === true,
    ...periodOf(call),
    search: textOption(call, 'search'),
  };
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--limit is a whole number from 1 on');
  return Number(text);
}
