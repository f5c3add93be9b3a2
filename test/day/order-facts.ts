import { noteMailToBranch, noteMailToBuyer } from './act.ts';
import { type Branch, type Facts, type Money, move, type Order, type Piece, type PurchaseLine } from './facts.ts';

/** The part of a day that these functions change. */
type Noted = { facts: Facts };

const isAtSupplier = ({ place }: Piece) => place.startsWith('supplier:');
const isPromised = ({ state }: Piece) => state === 'held' || state === 'sold';
export const isOpen = ({ state }: Piece) => state !== 'handed_over' && state !== 'returned';

/** By how much an amount is rounded when it is paid in cash: to 5 cents, 1 and 2 down, 3 and 4 up. */
export const rounding = (cents: number, tender: Money['tender']) =>
  tender === 'cash' ? Math.round(cents / 5) * 5 - cents : 0;

/** The balance due of an order, in cents. */
export const due = ({ total, paid, refunded }: Order) => total - paid + refunded;

/** The state of pieces that reach a branch. */
export const promisedState = (order: Order): Piece['state'] => (due(order) > 0 ? 'held' : 'sold');

/** Confirms an order: orders tires from suppliers, requests transfers from the other branch, and marks paid tires as sold. */
export function confirm(day: Noted, order: Order, { isPaid }: { isPaid: boolean }): void {
  for (const piece of order.pieces.filter((piece) => isAtSupplier(piece) && piece.state === 'held'))
    joinPurchase(day, order, piece);
  move(order, (piece) => isAtSupplier(piece) && piece.state === 'held', { state: 'ordered' });
  if (isPaid) move(order, (piece) => piece.state === 'held', { state: 'sold' });
  if (order.status === 'awaiting_payment') order.status = 'confirmed';
  const elsewhere = order.pieces.filter(
    (piece) => isPromised(piece) && !isAtSupplier(piece) && piece.place !== order.branch,
  );
  const asked = new Set<Branch>();
  for (const { line, tire, place, count } of elsewhere) {
    const from = place as Branch;
    if (day.facts.transfers.some((one) => one.order === order && one.line === line && one.state === 'requested'))
      continue;
    day.facts.transfers.push({ order, line, tire, from, count, state: 'requested' });
    asked.add(from);
  }
  for (const from of asked) noteMailToBranch(day, from, order, 'branch-transfer');
}

function joinPurchase({ facts }: Noted, order: Order, { line, tire, place, count }: Piece): void {
  const supplier = place.slice('supplier:'.length);
  const isDraft = (one: Facts['purchases'][number]) =>
    one.supplier === supplier && one.branch === order.branch && one.state === 'draft';
  let purchase = facts.purchases.find(isDraft);
  if (!purchase) {
    purchase = { number: '', supplier, branch: order.branch, state: 'draft', lines: [] };
    facts.purchases.push(purchase);
  }
  let ordered = purchase.lines.find((one) => one.tire === tire);
  if (!ordered) {
    ordered = { tire, ordered: 0, confirmed: 0, received: 0, wrong: 0, damaged: 0, owed: 0, parts: [] };
    purchase.lines.push(ordered);
  }
  ordered.ordered += count;
  ordered.owed += count;
  ordered.parts.push({ order, orderLine: line, count, received: 0 });
}

/** Takes the tires of an order out of drafts. Tires that were ordered from the supplier still come, but for no order; tires that have arrived stay with the order. */
function leavePurchases({ facts }: Noted, order: Order): void {
  const ofOrder = (parts: PurchaseLine['parts']) => parts.filter((part) => part.order === order);
  for (const { state, lines } of facts.purchases)
    for (const line of lines) {
      for (const { count, received } of ofOrder(line.parts)) {
        if (state !== 'draft') continue;
        line.ordered -= count - received;
        line.owed -= count - received;
      }
      line.parts = line.parts.flatMap((part) => {
        const { received } = part;
        if (part.order !== order) return [part];
        return received > 0 ? [{ ...part, count: received }] : [];
      });
    }
}

type Moved = Pick<Money, 'order' | 'provider' | 'tender' | 'cents'> & { rounding?: number };

/** Notes a payment of an order. A payment that leaves no balance due confirms the order, and the buyer gets a mail. */
export function receive(day: Noted, moved: Moved): void {
  const { order, cents, provider } = moved;
  note(day, { rounding: 0, ...moved, kind: 'paid', back: 0 });
  order.paid += cents;
  if (due(order) > 0) return;
  confirm(day, order, { isPaid: true });
  noteMailToBuyer(day, order, 'paid');
  if (provider === 'pay_at_branch') return;
  noteMailToBranch(day, order.branch, order, 'branch-order');
  order.isKnownToBranch = true;
}

/** Notes money that was refunded to the buyer, who gets a mail. */
export function giveBack(day: Noted, moved: Moved): void {
  note(day, { rounding: 0, ...moved, kind: 'refunded', back: 0 });
  moved.order.refunded += moved.cents;
  noteMailToBuyer(day, moved.order, 'refunded');
}

/** Notes a payment or a refund, and its cash in the drawer of the branch. */
function note({ facts }: Noted, money: Money): void {
  facts.money.push(money);
  const drawer = facts.drawers.get(money.order.branch);
  if (money.tender !== 'cash' || !drawer) return;
  drawer.cash += (money.cents + money.rounding) * (money.kind === 'paid' ? 1 : -1);
}

/** The order is ready when all of its tires are at its branch; the buyer gets a mail. */
export function readyIfAllHere(day: Noted, order: Order): void {
  const isHere = (piece: Piece) => piece.place === order.branch && isPromised(piece);
  if (order.status !== 'confirmed' || !order.pieces.filter(isOpen).every(isHere)) return;
  becomeReady(day, order);
}

export function becomeReady(day: Noted, order: Order): void {
  order.status = 'ready';
  noteMailToBuyer(day, order, 'ready');
}

/** Hands over tires that are at the branch, all or `count`. The order is completed with the last one. */
export function handOver({ facts }: Noted, order: Order, count?: number): void {
  const isHere = (piece: Piece) => piece.place === order.branch && isPromised(piece);
  let left = count ?? Number.POSITIVE_INFINITY;
  for (const { tire, place, count: here } of order.pieces.filter(isHere)) {
    const at = `${tire} at ${place}`;
    facts.onHand.set(at, (facts.onHand.get(at) ?? 0) - Math.min(left, here));
    left -= Math.min(left, here);
  }
  move(order, isHere, { state: 'handed_over' }, count);
  if (order.pieces.some(isOpen)) return;
  order.status = 'completed';
  const appointment = openAppointment(order);
  if (appointment) appointment.state = 'done';
}

/** The appointment of an order that is still to come. */
export const openAppointment = ({ appointments }: Order) => appointments.find(({ state }) => state === 'booked');

/** Ends an order before the hand-over: frees its tires, and mails the buyer and the branches that got mails about it. */
export function end(day: Noted, order: Order, kind: 'cancelled' | 'expired'): void {
  order.pieces = [];
  leavePurchases(day, order);
  for (const transfer of day.facts.transfers.filter((one) => one.order === order && one.state === 'requested')) {
    transfer.state = 'cancelled';
    noteMailToBranch(day, transfer.from, order, 'branch-transfer');
  }
  order.status = kind;
  const appointment = openAppointment(order);
  if (appointment) appointment.state = 'freed';
  noteMailToBuyer(day, order, kind);
  if (order.isKnownToBranch) noteMailToBranch(day, order.branch, order, 'branch-over');
}
