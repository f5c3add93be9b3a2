import type { Day } from '../calendar.ts';
import type { ArrivingDay, ArrivingFrom, ArrivingLine } from './arriving.ts';

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

/**
 * Assigns pieces to the orders, and those left over to the stock. All arrive on the supplier's day. If the supplier gave none, the backordered
 * pieces have no day and are assigned last; the others arrive on the day of their order, those for the stock on the last of these days.
 */
export function piecesByDay({ expectedOn, outstanding, backordered, orders }: PurchasedLine): DatedPieces[] {
  let datedLeft = outstanding - (expectedOn === null ? backordered : 0);
  let left = outstanding;
  const take = (wanted: number, day: Day | null, orderNumber: string | null): DatedPieces[] => {
    const count = Math.min(wanted, left);
    const datedCount = day === null ? 0 : Math.min(count, datedLeft);
    left -= count;
    datedLeft -= datedCount;
    return [
      { day, count: datedCount, orderNumber },
      { day: null, count: count - datedCount, orderNumber },
    ].filter(({ count }) => count > 0);
  };
  const forOrders = orders.flatMap((order) =>
    take(order.count, expectedOn ?? order.expectedOn ?? order.promisedOn, order.number),
  );
  const days = forOrders.flatMap(({ day }) => day ?? []).sort();
  return [...forOrders, ...take(left, expectedOn ?? days.at(-1) ?? null, null)];
}

type OmitFromEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
type Source = OmitFromEach<ArrivingFrom, 'count' | 'lines'>;

export type ArrivingPieces = DatedPieces & {
  source: Source;
  transferId: number | null;
  tire: Pick<ArrivingLine, 'tireId' | 'sku' | 'ean' | 'title' | 'size'>;
};

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
    from: groups(piecesOfDay, ({ source }) => JSON.stringify(source)).map(fromOneSource),
  }));
}

function fromOneSource(pieces: readonly ArrivingPieces[]): ArrivingFrom {
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
