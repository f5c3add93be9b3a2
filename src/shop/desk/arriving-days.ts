import type { Day } from '../calendar.ts';
import type { ArrivingDay, ArrivingFrom, ArrivingLine } from './arriving.ts';

/** `outstanding`: pieces that may still arrive. `backordered`: those of them for which the supplier gave no day. */
export type PurchasedLine = {
  expectedOn: Day | null;
  outstanding: number;
  backordered: number;
  /** The oldest order first. `expectedOn`: the expected day if it is later than promised. */
  parts: readonly { number: string; count: number; expectedOn: Day | null; promisedOn: Day }[];
};

/** `number`: the order that gets the pieces; null: the stock of the branch. */
type DatedPieces = { day: Day | null; count: number; number: string | null };

/** Pieces arrive on the supplier's day, or else on the day of their order. The oldest orders get the pieces that have a supplier's day. */
export function piecesByDay({ expectedOn, outstanding, backordered, parts }: PurchasedLine): DatedPieces[] {
  let withDay = outstanding - (expectedOn === null ? backordered : 0);
  let left = outstanding;
  const split = (wanted: number, day: Day | null, number: string | null): DatedPieces[] => {
    const count = Math.min(wanted, left);
    const onDay = day === null ? 0 : Math.min(count, withDay);
    left -= count;
    withDay -= onDay;
    return [
      { day, count: onDay, number },
      { day: null, count: count - onDay, number },
    ].filter(({ count }) => count > 0);
  };
  const ofOrders = parts.flatMap((part) =>
    split(part.count, expectedOn ?? part.expectedOn ?? part.promisedOn, part.number),
  );
  const days = ofOrders.flatMap(({ day }) => day ?? []).sort();
  return [...ofOrders, ...split(left, expectedOn ?? days.at(-1) ?? null, null)];
}

type OmitFromEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
type Source = OmitFromEach<ArrivingFrom, 'count' | 'lines'>;

export type ArrivingPieces = DatedPieces & {
  source: Source;
  transfer: number | null;
  tire: Pick<ArrivingLine, 'tireId' | 'sku' | 'ean' | 'title' | 'size'>;
};

/** Groups pieces by day, source and tire. Overdue days come first, pieces without a day last. */
export function arrivingDays(pieces: readonly ArrivingPieces[], today: Day): ArrivingDay[] {
  const byDay = [...Map.groupBy(pieces, ({ day }) => day)].sort(([a], [b]) => (a ?? '9').localeCompare(b ?? '9'));
  return byDay.map(([day, ofDay]) => ({
    day,
    overdue: day !== null && day < today,
    count: countOf(ofDay),
    from: groups(ofDay, ({ source }) => JSON.stringify(source)).map(fromOf),
  }));
}

function fromOf(pieces: readonly ArrivingPieces[]): ArrivingFrom {
  const [{ source }] = pieces as [ArrivingPieces];
  return { ...source, count: countOf(pieces), lines: groups(pieces, ({ tire }) => tire.tireId).map(lineOf) };
}

function lineOf(pieces: readonly ArrivingPieces[]): ArrivingLine {
  const [{ tire }] = pieces as [ArrivingPieces];
  const orders = pieces.flatMap(({ number, count, transfer }) =>
    number === null ? [] : [{ number, count, transfer }],
  );
  const stock = countOf(pieces.filter(({ number }) => number === null));
  return { ...tire, count: countOf(pieces), orders, stock };
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

export function countOf(pieces: readonly { count: number }[]): number {
  return pieces.reduce((sum, { count }) => sum + count, 0);
}
