import type { OrderView } from '../../shop/order/order-view.ts';

/** How the money of an order stands, for its branch: the word for it, and the euros of that word. */
export function moneyWord({
  status,
  total,
  payment: { paid, refunded },
}: Pick<OrderView, 'status' | 'total' | 'payment'>) {
  if (paid > 0 && refunded >= paid) return { word: 'returned', amount: refunded } as const;
  if (refunded > 0) return { word: 'partReturned', amount: paid, returned: refunded } as const;
  if (paid > 0) return { word: 'isPaid', amount: paid } as const;
  if (status === 'cancelled' || status === 'expired') return { word: 'notPaid', amount: 0 } as const;
  return { word: 'toPay', amount: total } as const;
}
