/** The pieces of a purchase line: `ordered = unanswered + confirmed + backordered + refused + cancelled`. */
export type Quantities = {
  ordered: number;
  confirmed: number;
  backordered: number;
  refused: number;
  cancelled: number;
  received: number;
  /** Pieces that are ordered from the supplier and not yet deducted in its list, so the shop deducts them from the listed count. */
  owed: number;
};

export function unansweredOf({ ordered, confirmed, backordered, refused, cancelled }: Quantities): number {
  return ordered - confirmed - backordered - refused - cancelled;
}

export function outstandingOf({ ordered, refused, cancelled, received }: Quantities): number {
  return ordered - refused - cancelled - received;
}

/** Pieces that the supplier can still confirm: unanswered ones and those on back order. */
export function confirmableOf(line: Quantities): number {
  return unansweredOf(line) + line.backordered;
}

/** `count`: at most `confirmableOf` the line. */
export function confirmPieces(line: Quantities, count: number): Quantities {
  const fromBackordered = Math.max(0, count - unansweredOf(line));
  return { ...line, confirmed: line.confirmed + count, backordered: line.backordered - fromBackordered };
}

/** Pieces that the supplier can put on back order: unanswered ones, and confirmed ones that have not arrived. */
export function backorderableOf(line: Quantities): number {
  return outstandingOf(line) - line.backordered;
}

/** `count`: at most `backorderableOf` the line. Takes unanswered pieces first, then confirmed ones. */
export function backorderPieces(line: Quantities, count: number): Quantities {
  const fromConfirmed = Math.max(0, count - unansweredOf(line));
  return { ...line, backordered: line.backordered + count, confirmed: line.confirmed - fromConfirmed };
}

/** `count`: at most `outstandingOf` the line. Takes unanswered pieces first, then those on back order, then confirmed ones. */
export function refusePieces(line: Quantities, count: number): Quantities {
  return { ...withoutPieces(line, count), refused: line.refused + count };
}

/** `count`: at most `outstandingOf` the line. Takes pieces in the same order as `refusePieces`. */
export function cancelPieces(line: Quantities, count: number): Quantities {
  return { ...withoutPieces(line, count), cancelled: line.cancelled + count };
}

function withoutPieces(line: Quantities, count: number): Quantities {
  const afterUnanswered = Math.max(0, count - unansweredOf(line));
  const fromBackordered = Math.min(afterUnanswered, line.backordered);
  const fromConfirmed = afterUnanswered - fromBackordered;
  return {
    ...line,
    backordered: line.backordered - fromBackordered,
    confirmed: line.confirmed - fromConfirmed,
    owed: Math.max(0, line.owed - count),
  };
}

/** `count`: at most `outstandingOf` the line. Arrived pieces count as confirmed. */
export function receivePieces(line: Quantities, count: number): Quantities {
  const received = line.received + count;
  const newlyConfirmed = Math.max(0, received - line.confirmed);
  return { ...confirmPieces(line, newlyConfirmed), received };
}

/** Returns the pieces still owed after a list newer than the confirmation: it has deducted the confirmed ones, but not outstanding replacements of `damaged` pieces. */
export function owedAfterList(line: Quantities, damaged = 0): number {
  const confirmedOutstanding = line.confirmed - line.received;
  const replacements = Math.min(damaged, confirmedOutstanding);
  return Math.min(line.owed, confirmableOf(line) + replacements);
}

type Part = { count: number; received: number };

/** Distributes arrived pieces to the parts of a line, in their order. `shares`: the pieces of each part. `surplus`: the pieces left over. */
export function distribute<P extends Part>(parts: readonly P[], arrived: number) {
  let surplus = arrived;
  const shares = parts.flatMap((part) => {
    const count = Math.min(surplus, part.count - part.received);
    surplus -= count;
    return count > 0 ? [{ part, count }] : [];
  });
  return { shares, surplus };
}
