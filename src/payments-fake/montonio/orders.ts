import { randomUUID } from 'node:crypto';
import type { BookedPayment } from '../control.ts';

export type Status = 'PENDING' | 'PAID' | 'VOIDED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'ABANDONED' | 'AUTHORIZED';
type RefundStatus = 'PENDING' | 'SUCCESSFUL' | 'REJECTED';

export type Refund = {
  uuid: string;
  idempotencyKey: string;
  cents: number;
  status: RefundStatus;
  createdAt: Date;
};

/** `attempt`: part of the payment URL; replacing the order increases it. */
export type Order = {
  uuid: string;
  status: Status;
  cents: number;
  attempt: number;
  request: OrderRequest;
  refunds: Refund[];
  createdAt: Date;
  expiresAt: Date;
};

export type OrderRequest = {
  merchantReference: string;
  returnUrl: string;
  notificationUrl: string;
  grandTotal: number;
  currency: string;
  locale: string;
  payment: { method: string; amount: number; currency: string; methodOptions?: Record<string, unknown> };
  /** In minutes. */
  expiresIn?: number;
  lineItems?: { name: string; quantity: number; finalPrice: number }[];
  billingAddress?: Record<string, unknown>;
};

const defaultExpiryMinutes = 30;

/** Each merchant reference has one order: posting the reference again replaces an unpaid order. */
export function orderBook(now: () => Date) {
  const orders: Order[] = [];
  /** Finds by uuid or merchant reference. Abandons an expired pending order first, so read every order through it. */
  const find = (ref: string): Order | undefined => {
    const order = orders.find(({ uuid, request }) => uuid === ref || request.merchantReference === ref);
    if (order?.status === 'PENDING' && order.expiresAt <= now()) order.status = 'ABANDONED';
    return order;
  };
  return {
    find,
    findRefund(uuid: string): [Order, Refund] | undefined {
      for (const order of orders) {
        const refund = order.refunds.find((candidate) => candidate.uuid === uuid);
        if (refund) return [order, refund];
      }
      return undefined;
    },
    get createdCount() {
      return orders.length;
    },
    books: () => orders.map(({ uuid }) => bookedPaymentOf(find(uuid) as Order)),
    createOrReplace(request: OrderRequest): Order | null {
      const earlier = find(request.merchantReference);
      if (earlier && !['PENDING', 'ABANDONED', 'VOIDED'].includes(earlier.status)) return null;
      const order: Order = {
        uuid: earlier?.uuid ?? randomUUID(),
        status: 'PENDING',
        cents: Math.round(request.grandTotal * 100),
        attempt: (earlier?.attempt ?? 0) + 1,
        request,
        refunds: [],
        createdAt: earlier?.createdAt ?? now(),
        expiresAt: new Date(now().getTime() + (request.expiresIn ?? defaultExpiryMinutes) * 60_000),
      };
      if (earlier) orders.splice(orders.indexOf(earlier), 1);
      orders.push(order);
      return order;
    },
  };
}

export function refundedCents({ refunds }: Order): number {
  return refunds.filter(({ status }) => status !== 'REJECTED').reduce((sum, { cents }) => sum + cents, 0);
}

export function updateStatusByRefunds(order: Order): void {
  const refunded = refundedCents(order);
  if (refunded === 0) order.status = 'PAID';
  else order.status = refunded < order.cents ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

const bookedStatus: Partial<Record<Status, BookedPayment['status']>> = {
  PENDING: 'open',
  AUTHORIZED: 'settling',
  ABANDONED: 'abandoned',
  VOIDED: 'failed',
};

function bookedPaymentOf({ uuid, request, status, cents, refunds }: Order): BookedPayment {
  const booked = bookedStatus[status] ?? 'paid';
  const successful = refunds.filter((refund) => refund.status === 'SUCCESSFUL');
  return {
    ref: uuid,
    merchantRef: request.merchantReference,
    status: booked,
    paid: booked === 'paid' ? cents : 0,
    refunded: successful.reduce((sum, refund) => sum + refund.cents, 0),
    pendingRefundIds: refunds.filter((refund) => refund.status === 'PENDING').map((refund) => refund.uuid),
  };
}
