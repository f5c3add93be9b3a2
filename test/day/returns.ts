import { act, type Day } from './act.ts';
import { add, type Branch, move, type Order, placeOf } from './facts.ts';
import { refund } from './refunds.ts';

export const conditions = ['new', 'damaged', 'mounted', 'wrong'] as const;

/** A buyer brings one tire back to a branch, where only a new one is for sale again. Its price is refunded if `refunds`. */
export async function takeBack(
  day: Day,
  order: Order,
  { condition, to, refunds }: { condition: (typeof conditions)[number]; to: Branch; refunds: boolean },
): Promise<void> {
  const { facts } = day;
  const piece = order.pieces.find(({ state }) => state === 'handed_over');
  if (!piece) throw new Error(`the buyer of ${order.number} has no tires`);
  const { tire } = piece;
  await act(day, `return of a ${condition} tire`, async () => {
    await day.shop.command([
      ...['orders', 'take-back', order.number, `${tire}=1`],
      ...['--condition', condition, '--to', to],
    ]);
    const isReturnable = (one: typeof piece) => one.line === piece.line && one.state === 'handed_over';
    move(order, isReturnable, { state: 'returned', place: to }, 1);
    add(condition === 'new' ? facts.onHand : facts.setApart, placeOf(tire, to), 1);
  });
  if (refunds) await refund(day, order, facts.prices.get(tire) ?? 0);
}
