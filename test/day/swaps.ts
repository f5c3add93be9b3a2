import { act, type Day, noteMailToBranch, noteMailToBuyer, tireOf } from './act.ts';
import { add, hold, type Order, placeOf, sum } from './facts.ts';
import { due, promisedState } from './order-facts.ts';
import { payOut } from './refunds.ts';

/**
 * The operator swaps all tires of an order’s first line, which are at its branch, for cheaper or dearer ones. A surplus is
 * refunded; a balance is due at the hand-over.
 */
export async function swap(day: Day, order: Order, to: 'cheaper' | 'dearer'): Promise<void> {
  const { facts } = day;
  const tire = order.pieces[0]?.tire ?? '';
  const other = otherTire(day, order, tire, to);
  const count = sum(order.pieces.filter(({ line }) => line === 0).map((piece) => piece.count));
  const wasPaid = due(order) === 0;
  await act(day, `swap for ${to} tires`, async () => {
    await day.shop.command(['orders', 'change', order.number, '--swap', `${tire}=${other}`, '--yes']);
    order.total += count * (priceOf(day, other) - priceOf(day, tire));
    order.pieces = order.pieces.filter(({ line }) => line !== 0);
    const state = promisedState(order);
    order.pieces.push(...hold(facts, order.branch, order.lines, other, count).map((piece) => ({ ...piece, state })));
    order.lines += 1;
    noteMailToBuyer(day, order, 'changed');
    noteMailToBranch(day, order.branch, order, 'branch-order');
  });
  if (wasPaid && to === 'cheaper') await payOut(day, order, -due(order));
}

const priceOf = ({ facts }: Day, tire: string) => facts.prices.get(tire) ?? 0;

/** A cheaper or dearer tire that is at both branches, and not in the order. */
function otherTire(day: Day, { pieces }: Order, tire: string, to: 'cheaper' | 'dearer'): string {
  const hasRightPrice = (other: string) =>
    to === 'cheaper' ? priceOf(day, other) < priceOf(day, tire) : priceOf(day, other) > priceOf(day, tire);
  const candidates = ['BOTH1', 'BOTH2', 'BOTH3'].map((sku) => tireOf(day, sku));
  const otherTireId = candidates.find((other) => hasRightPrice(other) && pieces.every((piece) => piece.tire !== other));
  if (!otherTireId) throw new Error(`no tire is ${to} than ${tire}`);
  return otherTireId;
}

/** Whether an order is of one piece, and BOTH3, the cheapest, or BOTH2, the dearest tire to swap, differs in price. */
export function canSwap(day: Day, order: Order, to: 'cheaper' | 'dearer'): boolean {
  const price = priceOf(day, order.pieces[0]?.tire ?? '');
  const limits = {
    cheaper: price > priceOf(day, tireOf(day, 'BOTH3')),
    dearer: price < priceOf(day, tireOf(day, 'BOTH2')),
  };
  return order.pieces.length === 1 && limits[to];
}

/** One tire of a completed order is faulty; the buyer gets the same one from the stock of the branch. */
export async function swapFaulty(day: Day, order: Order): Promise<void> {
  const tire = order.pieces[0]?.tire ?? '';
  await act(day, 'warranty swap', async () => {
    await day.shop.command(['orders', 'swap-warranty', order.number, `${tire}=1`, '--reason', 'bulge']);
    add(day.facts.onHand, placeOf(tire, order.branch), -1);
    add(day.facts.setApart, placeOf(tire, order.branch), 1);
  });
}
