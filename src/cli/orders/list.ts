import { addDays, type Day } from '../../shop/calendar.ts';
import { type DueOrder, dueOrders, type ListedOrder, listOrders } from '../../shop/order/find/list-orders.server.ts';
import { orderStatuses, paidStates } from '../../shop/order/order.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { branchOption, dayOption, oneOf, periodOf, textOption } from '../arguments.ts';
import { type Call, type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, type Row, table } from '../output.ts';
import { money, orderHeadings, orderJson, orderRow } from './order-lines.ts';

export const ordersList: Command = {
  summary: 'Lists orders, newest first.',
  usage:
    '[--status S]… [--paid STATE] [--branch B] [--review] [--late] [--since DATE] [--until DATE] [--due DAY] [--search TEXT] [--limit N] [--json]',
  help: `Lists orders, newest first, at most 50 unless --limit says otherwise.

  --status S     awaiting_payment, confirmed, ready, completed, cancelled, expired; may be repeated
  --paid STATE   ${paidStates.join(', ')}
  --branch B     the id of a branch
  --review       lists only orders that are marked for review
  --late         lists only orders whose tires are missing or come later than promised
  --since DATE   lists only orders placed on that day of Tallinn or later; --until DATE: on that day or earlier
  --due DAY      today, tomorrow or a day: confirmed or ready orders that are promised for that day or earlier, the
                 earliest promise first, with how many of their tires are at the branch, still coming, missing, and handed over
  --search TEXT  an order number with or without dash; the beginning of the words of a name, of an e-mail address or
                 of a number plate in any spelling; the last digits of a phone number, 4 or more; a reference number,
                 or the bank's reference of a payment
  --limit N      lists at most N orders
  --json         prints JSON with amounts in euros

  npm run shop -- orders list --status confirmed --status ready --branch ringtee
  npm run shop -- orders list --due today --branch ringtee
  npm run shop -- orders list --review
  npm run shop -- orders list --since 2026-11-01 --until 2026-11-30 --search maasikas`,
  async run(call) {
    const filter = filterOf(call);
    const limit = limitOf(textOption(call, 'limit') ?? '50');
    const dueBy = dueDay(call);
    await withDatabase(call.io, async ({ kysely }) => {
      if (dueBy !== undefined)
        return printOrders(call, limit, await dueOrders(kysely, { ...filter, dueBy }), dueHeadings, dueRow);
      printOrders(call, limit, await listOrders(kysely, filter, limit + 1), orderHeadings, orderRow);
    });
  },
};

function printOrders<Order extends ListedOrder>(
  call: Call,
  limit: number,
  found: readonly Order[],
  headings: readonly string[],
  rowOf: (order: Order) => Row,
): void {
  const orders = found.slice(0, limit);
  const hasMore = found.length > limit;
  print(call, { orders: orders.map(orderJson), more: hasMore }, [
    ...table(headings, orders.map(rowOf), 'No orders.'),
    ...(hasMore ? ['… and more: use --limit'] : []),
  ]);
}

const dueHeadings = [
  'number',
  'promised',
  'status',
  'paid',
  'total',
  'here',
  'coming',
  'missing',
  'handed over',
  'name',
  'phone',
  'plate',
];

function dueRow({ number, promisedOn, status, paid, totalCents, pieces, name, phone, plate }: DueOrder) {
  const { here, coming, missing, handedOver } = pieces;
  return [
    number,
    promisedOn,
    status,
    paid,
    money(totalCents),
    here,
    coming,
    missing,
    handedOver,
    name,
    phone,
    plate ?? '',
  ];
}

function dueDay(call: Call): Day | undefined {
  const text = textOption(call, 'due');
  if (text !== 'today' && text !== 'tomorrow') return dayOption(call, 'due');
  const today = tallinnDate(call.io.now());
  return text === 'today' ? today : addDays(today, 1);
}

function filterOf(call: Call) {
  const { values } = call;
  const statusTexts = Array.isArray(values.status) ? values.status : [];
  const statuses = statusTexts.flatMap((text) => oneOf(String(text), orderStatuses, 'status') ?? []);
  return {
    statuses,
    paid: oneOf(textOption(call, 'paid'), paidStates, 'paid'),
    branch: branchOption(call),
    review: values.review === true,
    late: values.late === true,
    ...periodOf(call),
    search: textOption(call, 'search'),
  };
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--limit must be a whole number from 1 to 999999');
  return Number(text);
}
