import { tallinnTime } from '../../shop/calendar.ts';
import { readStockOfTire, type StockOfTire } from '../../shop/checkout/desk/stock-of-tire.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const stockShow: Command = {
  summary: 'Shows a tire’s stock, where each count comes from, and changes by hand.',
  usage: 'TIRE [--json]',
  help: `Shows a tire's stock at each place, the origin, time and actor of each count, and the last changes made
by hand. TIRE is the id at the end of the tire's address. docs/supply/stock.md explains the counts:
"owed" is ordered from the supplier but not yet deducted in its list, "apart" is at the branch but not for sale, in no other count.

  --json  prints JSON

  npm run shop -- stock show nokian-hakka-blue-3-205-55-r16-91v`,
  async run(call) {
    const id = onlyArgument(call, 'tire');
    const stock = await withDatabase(call.io, ({ kysely }) => readStockOfTire(kysely, id));
    if (!stock) throw new NotDone('unknown-tire', `there is no tire ${id}`);
    print(call, stock, linesOf(stock));
  },
};

function linesOf(stock: StockOfTire): string[] {
  const { id, manufacturer, model, onSale, places, changes } = stock;
  const countRows = places.map(({ place, onHand, held, sold, owed, apart, leadDays }) => [
    place,
    onHand,
    held,
    sold,
    owed,
    apart,
    Math.max(0, onHand - held - sold - owed),
    leadDays,
  ]);
  const changeRows = changes.map(({ at, place, count: countName, before, after, actor, reason }) => [
    tallinnTime(at),
    place,
    countName === 'on_hand' ? 'there' : countName,
    before,
    after,
    actor,
    reason,
  ]);
  const originRows = originsOf(stock);
  return [
    `${manufacturer} ${model} (${id}), ${onSale ? 'on sale' : 'off sale'}`,
    '',
    ...table(['place', 'there', 'held', 'sold', 'owed', 'apart', 'free', 'lead days'], countRows),
    ...(originRows.length > 0 ? ['', ...table(['count', 'place', 'pieces', 'origin', 'since', 'by'], originRows)] : []),
    ...(changeRows.length > 0
      ? ['', ...table(['changed', 'place', 'count', 'before', 'after', 'by', 'reason'], changeRows)]
      : []),
  ];
}

function originsOf({ places, counted, promises: openHolds, owed, apart }: StockOfTire): (string | number)[][] {
  return [
    ...counted.map(({ place, reason, at, actor }) => [
      'there',
      place,
      places.find((row) => row.place === place)?.onHand ?? 0,
      reason,
      tallinnTime(at),
      actor,
    ]),
    ...openHolds.map(({ state, place, count, number, placedAt, paidAt, actor }) => {
      const since = state === 'sold' ? (paidAt ?? placedAt) : placedAt;
      return [state, place, count, number, tallinnTime(since), actor];
    }),
    ...owed.map(({ place, count, number, state, at, actor }) => [
      'owed',
      place,
      count,
      `${number} ${state}`,
      tallinnTime(at),
      actor ?? '',
    ]),
    ...apart.map(({ place, count, reason, at, actor }) => ['apart', place, count, reason, tallinnTime(at), actor]),
  ];
}
