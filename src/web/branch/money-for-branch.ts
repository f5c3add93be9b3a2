import type { OrderView } from '../../shop/order/order-view.ts';

type Money = Pick<OrderView, 'status' | 'total' | 'payment'>;
type MoneyWord = 'toPay' | 'notPaid' | 'isPaid' | 'partReturned' | 'returned';

/** How the money of an order stands, as its branch reads it: a word of its page, and the euros that the word may name. */
export function moneyForBranch(order: Money) {
  const { paid, refunded } = order.payment;
  return { word: wordFor(order), amount: paid > 0 ? paid : order.total, returned: refunded };
}

function wordFor({ status, payment: { paid, refunded } }: Money): MoneyWord {
  if (paid === 0) return status === 'cancelled' || status === 'expired' ? 'notPaid' : 'toPay';
  if (refunded === 0) return 'isPaid';
  return refunded < paid ? 'partReturned' : 'returned';
}
