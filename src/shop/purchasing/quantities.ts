/** The pieces of a purchase line: `ordered = open + confirmed + backordered + refused + cancelled`. */
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

/** Pieces for which the supplier has not answered. */
export function openOf({ ordered, confirmed, backordered, refused, cancelled }: Quantities): number {
  return ordered - confirmed - backordered - refused - cancelled;
}

/** Pieces that may still arrive. */
export function outstandingOf({ ordered, refused, cancelled, received }: Quantities): number {
  return ordered - refused - cancelled - received;
}

export function confirmableOf(line: Quantities): number {
  return openOf(line) + line.backordered;
}

/** `count`: at most `confirmableOf` the line. */
export function confirmPieces(line: Quantities, count: number): Quantities {
  const fromBackordered = Math.max(0, count - openOf(line));
  return { ...line, confirmed: line.confirmed + count, backordered: line.backordered - fromBackordered };
}

export function backorderableOf(line: Quantities): number {
  return outstandingOf(line) - line.backordered;
}

/** `count`: at most `backorderableOf` the line. Takes open pieces first, then confirmed ones. */
export function backorderPieces(line: Quantities, count: number): Quantities {
  const fromConfirmed = Math.max(0, count - openOf(line));
  return { ...line, backordered: line.backordered + count, confirmed: line.confirmed - fromConfirmed };
}

/** `count`: at most `outstandingOf` the line. Takes open pieces first, then those on back order, then confirmed ones. */
export function refusePieces(line: Quantities, count: number): Quantities {
  return { ...withoutPieces(line, count), refused: line.refused + count };
}

/** `count`: at most `outstandingOf` the line. Takes pieces in the same order as `refusePieces`. */
export function cancelPieces(line: Quantities, count: number): Quantities {
  return { ...withoutPieces(line, count), cancelled: line.cancelled + count };
}

function withoutPieces(line: Quantities, count: number): Quantities {
  const afterOpen = Math.max(0, count - openOf(line));
  const fromBackordered = Math.min(afterOpen, line.backordered);
  return {
    ...line,
    backordered: line.backordered - fromBackordered,
    confirmed: line.confirmed - (afterOpen - fromBackordered),
    owed: Math.max(0, line.owed - count),
  };
}

/** `count`: at most `outstandingOf` the line. Arrived pieces count as confirmed. */
export function receivePieces(line: Quantities, count: number): Quantities {
  const received = line.received + count;
  return { ...confirmPieces(line, Math.max(0, received - line.confirmed)), received };
}

/** Returns what is owed after a list newer than the confirmation: unconfirmed pieces, and outstanding replacements of `damaged` pieces. */
export function owedAfterList(line: Quantities, damaged = 0): number {
  const open = confirmableOf(line);
  const replacements = Math.min(damaged, outstandingOf(line) - open);
  return Math.min(line.owed, open + replacements);
}

type Part = { count: number; received: number };

/** Distributes arrived pieces to the parts of a line, in their order. `surplus`: pieces for which no order waits. */
export function distribute<P extends Part>(parts: readonly P[], arrived: number) {
  let surplus = arrived;
  const given = parts.flatMap((part) => {
    const count = Math.min(surplus, part.count - part.received);
    surplus -= count;
    return count > 0 ? [{ part, count }] : [];
  });
  return { given, surplus };
}
