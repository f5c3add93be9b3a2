/**
 * The acts that the script of the day performed, as plain data. compare.ts derives from it what the database must contain.
 * Nothing here calls the shop or reads its database.
 */
export const branches = ['ringtee', 'annelinn'] as const;

export type Branch = (typeof branches)[number];

export type Piece = {
  line: number;
  tire: string;
  place: string;
  count: number;
  state: 'held' | 'sold' | 'ordered' | 'in_transit' | 'handed_over' | 'returned';
};

export type Appointment = { start: Date; state: 'booked' | 'done' | 'missed' | 'freed' };

export type Order = {
  number: string;
  token: string;
  channel: 'web' | 'phone' | 'counter';
  branch: Branch;
  email: string;
  method: string;
  status: 'awaiting_payment' | 'confirmed' | 'ready' | 'completed' | 'cancelled' | 'expired';
  total: number;
  paid: number;
  refunded: number;
  /** The number of lines that the order has had. */
  lines: number;
  pieces: Piece[];
  /** Appointments for fitting, in the order of booking. */
  appointments: Appointment[];
  /** The reason why a person must review the order, if any. */
  review?: string;
  /** Whether the branch got its mail about the order. */
  isKnownToBranch: boolean;
};

/** `provider`: montonio, stripe, bank_transfer or pay_at_branch. `rounding` of cash in cents; `back`: the refunded part of the payment. */
export type Money = {
  order: Order;
  kind: 'paid' | 'refunded';
  provider: string;
  tender: 'cash' | 'card' | null;
  cents: number;
  rounding: number;
  back: number;
};

export type Transfer = {
  order: Order;
  line: number;
  tire: string;
  from: Branch;
  count: number;
  state: 'requested' | 'sent' | 'arrived' | 'cancelled';
};

/** `owed`: pieces ordered from the supplier and not yet deducted in its list. */
export type PurchaseLine = {
  tire: string;
  ordered: number;
  confirmed: number;
  received: number;
  wrong: number;
  damaged: number;
  owed: number;
  parts: { order: Order; orderLine: number; count: number; received: number }[];
};

export type Purchase = {
  number: string;
  supplier: string;
  branch: Branch;
  state: 'draft' | 'sent' | 'closed';
  lines: PurchaseLine[];
};

export type Mail = { kind: string; to: string; number: string };

export type Facts = {
  /** Tires at a branch, without those set apart, or in a supplier's list, by tire and place. */
  onHand: Map<string, number>;
  /** Wrong, damaged or used tires at a branch, which are not for sale, by tire and place. */
  setApart: Map<string, number>;
  prices: Map<string, number>;
  orders: Order[];
  money: Money[];
  transfers: Transfer[];
  purchases: Purchase[];
  mails: Mail[];
  /** Amounts in cents. `moved`: put in minus taken out; `cash`: received for orders minus refunded. */
  drawers: Map<Branch, { opening: number; moved: number; cash: number; counted: number | null }>;
};

export const newFacts = (): Facts => ({
  onHand: new Map(),
  setApart: new Map(),
  prices: new Map(),
  orders: [],
  money: [],
  transfers: [],
  purchases: [],
  mails: [],
  drawers: new Map(),
});

export const placeOf = (tire: string, place: string) => `${tire} at ${place}`;

export function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** The pieces of all orders in a state, by tire and place. */
export function promised({ orders }: Facts, state: Piece['state']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const piece of orders.flatMap(({ pieces }) => pieces))
    if (piece.state === state) add(counts, placeOf(piece.tire, piece.place), piece.count);
  return counts;
}

export function owed({ purchases }: Facts): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { supplier, lines } of purchases)
    for (const line of lines) add(counts, placeOf(line.tire, `supplier:${supplier}`), line.owed);
  return counts;
}

export function freeAt(facts: Facts, tire: string, place: string): number {
  const at = placeOf(tire, place);
  const unavailable = [promised(facts, 'held'), promised(facts, 'sold'), owed(facts)].map(
    (counts) => counts.get(at) ?? 0,
  );
  return Math.max(0, (facts.onHand.get(at) ?? 0) - sum(unavailable));
}

/** Holds tires of one line for a branch: from there first, then from the other branch, then from suppliers. */
export function hold(facts: Facts, branch: Branch, line: number, tire: string, count: number): Piece[] {
  const others = branches.filter((other) => other !== branch);
  const suppliers = [...facts.onHand.keys()].filter((at) => at.startsWith(`${tire} at supplier:`));
  const places = [branch, ...others, ...suppliers.map((at) => at.slice(`${tire} at `.length))];
  let missing = count;
  const pieces = places.flatMap((place): Piece[] => {
    const taken = Math.min(missing, freeAt(facts, tire, place));
    missing -= taken;
    return taken > 0 ? [{ line, tire, place, count: taken, state: 'held' }] : [];
  });
  if (missing > 0) throw new Error(`the day has too few of ${tire}`);
  return pieces;
}

/** Moves pieces of an order that match; all of them, or `count` of them. */
export function move(
  order: Order,
  matches: (piece: Piece) => boolean,
  to: Partial<Pick<Piece, 'place' | 'state'>>,
  count = Number.POSITIVE_INFINITY,
): void {
  let left = count;
  order.pieces = order.pieces.flatMap((piece) => {
    const moved = matches(piece) ? Math.min(left, piece.count) : 0;
    left -= moved;
    const parts = [
      { ...piece, count: piece.count - moved },
      { ...piece, ...to, count: moved },
    ];
    return parts.filter((part) => part.count > 0);
  });
  if (Number.isFinite(left) && left > 0) throw new Error(`order ${order.number} lacks ${left} pieces to move`);
}
