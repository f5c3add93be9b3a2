import type { Day } from '../calendar.ts';
import type { ArrivingDay, ArrivingDelivery, ArrivingLine } from './arriving.ts';

/** `outstanding`: pieces that may still arrive. `backordered`: those of them that the supplier has not in stock. */
export type PurchasedLine = {
  expectedOn: Day | null;
  outstanding: number;
  backordered: number;
  /** The orders that get pieces, the oldest first. `expectedOn`: the expected day if it is later than promised. */
  orders: readonly { number: string; count: number; expectedOn: Day | null; promisedOn: Day }[];
};

/** `orderNumber`: the order that gets the pieces; null: the stock of the branch. */
type DatedPieces = { day: Day | null; count: number; orderNumber: string | null };

/** Assigns the outstanding pieces to the orders, and the rest to the stock of the branch. All arrive on the supplier's day, if it is known. Otherwise pieces
 * for an order get its expected or promised day, and those for the stock the latest of these days; the backordered ones are assigned last and have no day. */
export function assignPieces({ expectedOn, outstanding, backordered, orders }: PurchasedLine): DatedPieces[] {
  const undatedCount = expectedOn === null ? backordered : 0;
  let datedPiecesLeft = outstanding - undatedCount;
  let piecesLeft = outstanding;
  const assign = (wanted: number, day: Day | null, orderNumber: string | null): DatedPieces[] => {
    const count = Math.min(wanted, piecesLeft);
    const datedCount = day === null ? 0 : Math.min(count, datedPiecesLeft);
    piecesLeft -= count;
    datedPiecesLeft -= datedCount;
    return [
      { day, count: datedCount, orderNumber },
      { day: null, count: count - datedCount, orderNumber },
    ].filter(({ count }) => count > 0);
  };
  const forOrders = orders.flatMap((order) =>
    assign(order.count, expectedOn ?? order.expectedOn ?? order.promisedOn, order.number),
  );
  const daysOfOrders = forOrders.flatMap(({ day }) => day ?? []).sort();
  const dayOfStock = expectedOn ?? daysOfOrders.at(-1) ?? null;
  return [...forOrders, ...assign(piecesLeft, dayOfStock, null)];
}

type OmitFromEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
type Source = OmitFromEach<ArrivingDelivery, 'count' | 'lines'>;

export type ArrivingPieces = DatedPieces & {
  source: Source;
  transferId: number | null;
  tire: Pick<ArrivingLine, 'tireId' | 'sku' | 'ean' | 'title' | 'size'>;
};

/** Sorts after every day before the year 9000. */
const afterEveryDay = '9';

/** Groups pieces by day, source and tire. Overdue days come first, pieces without a day last. */
export function arrivingDays(pieces: readonly ArrivingPieces[], today: Day): ArrivingDay[] {
  const byDay = [...Map.groupBy(pieces, ({ day }) => day)].sort(([a], [b]) =>
    (a ?? afterEveryDay).localeCompare(b ?? afterEveryDay),
  );
  return byDay.map(([day, piecesOfDay]) => ({
    day,
    overdue: day !== null && day < today,
    count: countOf(piecesOfDay),
    deliveries: groups(piecesOfDay, ({ source }) => JSON.stringify(source)).map(deliveryOf),
  }));
}

function deliveryOf(pieces: readonly ArrivingPieces[]): ArrivingDelivery {
  const [{ source }] = pieces as [ArrivingPieces];
  return { ...source, count: countOf(pieces), lines: groups(pieces, ({ tire }) => tire.tireId).map(lineOf) };
}

function lineOf(pieces: readonly ArrivingPieces[]): ArrivingLine {
  const [{ tire }] = pieces as [ArrivingPieces];
  const orders = pieces.flatMap(({ orderNumber, count, transferId }) =>
    orderNumber === null ? [] : [{ number: orderNumber, count, transfer: transferId }],
  );
  const stock = countOf(pieces.filter(({ orderNumber }) => orderNumber === null));
  return { ...tire, count: countOf(pieces), orders, stock };
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

export function countOf(pieces: readonly { count: number }[]): number {
  return pieces.reduce((sum, { count }) => sum + count, 0);
}
