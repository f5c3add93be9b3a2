import { act, type Day } from './act.ts';
import type { Money, Order } from './facts.ts';
import { end, giveBack, rounding } from './order-facts.ts';

/** The operator cancels an order; the paid money is refunded. */
export async function cancelPaid(day: Day, order: Order): Promise<void> {
  await act(day, 'cancellation', async () => {
    await day.shop.command(['orders', 'cancel', order.number, '--yes']);
    end(day, order, 'cancelled');
  });
  await payOut(day, order, order.paid - order.refunded);
}

/** The operator requests a refund of an order, which is then paid out. */
export async function refund(day: Day, order: Order, cents: number): Promise<void> {
  await act(day, 'refund', async () => {
    const amount = (cents / 100).toFixed(2);
    await day.shop.command(['orders', 'refund', order.number, '--amount', amount, '--reason', 'withdrawal', '--yes']);
  });
  await payOut(day, order, cents);
}

/** Pays out a requested refund: first from the latest payment of the order, by its provider or by hand. */
export async function payOut(day: Day, order: Order, cents: number): Promise<void> {
  let left = cents;
  const payments = day.facts.money.filter((money) => money.order === order && money.kind === 'paid');
  for (const payment of payments.toReversed()) {
    const part = Math.min(left, payment.cents - payment.back);
    if (part === 0) continue;
    left -= part;
    payment.back += part;
    await payBack(day, payment, part);
  }
  if (left > 0) throw new Error(`the refund of ${order.number} is ${left} cents more than was paid`);
}

async function payBack(day: Day, { order, provider, tender }: Money, cents: number): Promise<void> {
  if (provider === 'montonio' || provider === 'stripe') await settleRefunds(day);
  else
    await act(day, 'refund by hand', async () => {
      const how =
        tender === null ? ['--reference', `refund-of-${order.number}-${order.refunded}`] : ['--method', tender];
      await day.shop.command(['orders', 'refunded', order.number, ...how, '--yes']);
    });
  giveBack(day, { order, provider, tender, cents, rounding: rounding(cents, tender) });
}

/** The providers pay out the refunds that the shop has requested. */
async function settleRefunds({ shop }: Day): Promise<void> {
  for (const bank of Object.values(shop.banks))
    for (const id of bank.books().flatMap(({ pendingRefundIds }) => pendingRefundIds))
      await bank.settleRefund(id, 'succeeded');
  await shop.passMinutes();
}
