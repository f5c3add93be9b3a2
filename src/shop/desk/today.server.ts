import { type RawBuilder, sql } from 'kysely';
import { type Day, hoursOf, startOfDay } from '../calendar.ts';
import { listTransfers, type OpenTransfer } from '../checkout/handover/list-transfers.server.ts';
import type { ShopContext } from '../checkout/shop-context.server.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { outstandingPieces } from './arriving.server.ts';
import { type ArrivingPieces, countOf } from './arriving-days.ts';
import { todayFitting } from './fitting/today-fitting.server.ts';
import { readOrderRows } from './order/order-rows.server.ts';
import type { ExpectedPurchase, Today } from './today.ts';
import { orderSections, sectionOf } from './today-sections.ts';
import { transferRow } from './transfer-rows.server.ts';

export async function todayOf(
  { db, shopConfig, ...shop }: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>,
  branch: string,
): Promise<Today> {
  const now = shop.now();
  const day = tallinnDate(now);
  const dayStart = startOfDay(day);
  const [orders, outgoing, incoming, purchased, fitting] = await Promise.all([
    readOrderRows(db, ordersOfToday(branch, dayStart), now),
    listTransfers(db, { shopConfig, now, from: branch }),
    listTransfers(db, { shopConfig, now, to: branch }),
    outstandingPieces(db, branch),
    todayFitting({ db, shopConfig, ...shop }, branch),
  ]);
  const expected = expectedPurchases(purchased, day);
  const { terms } = shopConfig;
  return {
    branch,
    day,
    ...orderSections([...orders.values()], { day, dayStart, hours: hoursOf(shopConfig, branch), terms }),
    toSend: transferSection(outgoing.filter(({ state }) => state === 'requested')),
    toReceive: transferSection(incoming),
    expected: { ...sectionOf(expected), pieces: countOf(expected) },
    fitting,
  };
}

/** SQL: the ids of orders that are in work, are new, or need an employee. With `union`, each condition uses an index. */
function ordersOfToday(branch: string, dayStart: Date): RawBuilder<unknown> {
  const ofBranch = sql`select id from orders where branch = ${branch}`;
  return sql`${ofBranch} and status in ('confirmed', 'ready')
    union ${ofBranch} and review is not null
    union ${ofBranch} and channel = 'web' and placed_at >= ${dayStart}
    union ${ofBranch} and id in (select order_id from withdrawals where handled_at is null)`;
}

function transferSection(transfers: readonly OpenTransfer[]): Today['toSend'] {
  const rows = transfers.map(transferRow);
  return { ...sectionOf(rows), pieces: countOf(rows) };
}

function expectedPurchases(pieces: readonly ArrivingPieces[], today: Day): ExpectedPurchase[] {
  const due = pieces.flatMap(({ day, source, count }) =>
    day !== null && day <= today && source.kind === 'purchase' ? [{ day, source, count }] : [],
  );
  const byPurchase = Map.groupBy(due, ({ day, source }) => `${day} ${source.purchase}`);
  return [...byPurchase.values()]
    .flatMap((ofPurchase) => {
      const [first] = ofPurchase;
      if (!first) return [];
      const { day, source } = first;
      const { purchase, supplier } = source;
      return [{ purchase, supplier, day, count: countOf(ofPurchase), overdue: day < today }];
    })
    .sort((a, b) => a.day.localeCompare(b.day) || a.purchase.localeCompare(b.purchase));
}
