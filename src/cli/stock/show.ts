import { tallinnTime } from '../../shop/calendar.ts';
import { type StockOfTire, stockOfTire } from '../../shop/checkout/desk/stock.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const help = `Shows a tire's stock at each place, the orders to which some of it is promised, and changes made by hand. TIRE is the id
at the end of the tire's address. docs/stock.md explains the counts.

  --json  as JSON

  npm run shop -- stock show nokian-hakka-blue-3-205-55-r16-91v`;

export const stockShow: Command = {
  summary: 'Shows a tire’s stock, what of it is promised to orders, and changes by hand.',
  usage: 'TIRE [--json]',
  help,
  options: { json: { type: 'boolean' } },
  async run(call) {
    const id = onlyArgument(call, 'tire');
    const stock = await withDatabase(call.io, ({ kysely }) => stockOfTire(kysely, id));
    if (!stock) throw new NotDone('unknown-tire', `there is no tire ${id}`);
    print(call, stock, linesOf(stock));
    return 0;
  },
};

function linesOf({ id, manufacturer, model, onSale, places, promises, changes }: StockOfTire): string[] {
  const stock = places.map(({ place, onHand, held, sold, owed, apart, leadDays }) => [
    place,
    onHand,
    held,
    sold,
    owed,
    apart,
    Math.max(0, onHand - held - sold - owed),
    leadDays,
  ]);
  const promised = promises.map(({ number, place, count, state, placedAt, paidAt }) => [
    number,
    place,
    count,
    state,
    tallinnTime(state === 'sold' ? (paidAt ?? placedAt) : placedAt),
  ]);
  const changed = changes.map(({ at, place, before, after, actor, reason }) => [
    tallinnTime(at),
    place,
    before,
    after,
    actor,
    reason,
  ]);
  return [
    `${manufacturer} ${model} (${id}), ${onSale ? 'on sale' : 'off sale'}`,
    '',
    ...table(['place', 'there', 'held', 'sold', 'owed', 'apart', 'free', 'lead days'], stock),
    ...(promises.length > 0 ? ['', ...table(['order', 'place', 'count', 'state', 'since'], promised)] : []),
    ...(changes.length > 0 ? ['', ...table(['changed', 'place', 'before', 'after', 'by', 'reason'], changed)] : []),
  ];
}
