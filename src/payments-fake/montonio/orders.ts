import { randomUUID } from 'node:crypto';
import type { Taken } from '../control.ts';

export type Status = 'PENDING' | 'PAID' | 'VOIDED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'ABANDONED' | 'AUTHORIZED';
export type RefundStatus = 'PENDING' | 'SUCCESSFUL' | 'REJECTED';

export type Refund = {
  uuid: string;
  idempotencyKey: string;
  cents: number;
  status: RefundStatus;
  createdAt: Date;
};

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
  expiresIn?: number;
  lineItems?: { name: string; quantity: number; finalPrice: number }[];
  billingAddress?: Record<string, unknown>;
};

/** A reference has one order: posting it again replaces an unpaid one. */
export function orderBook(now: () => Date) {
  const orders: Order[] = [];
  const find = (ref: string): Order | undefined => {
    const order = orders.find(({ uuid, request }) => uuid === ref || request.merchantReference === ref);
    if (order?.status === 'PENDING' && order.expiresAt <= now()) order.status = 'ABANDONED';
    return order;
  };
  return {
    find,
    refund(uuid: string): [Order, Refund] | undefined {
      for (const order of orders) for (const refund of order.refunds) if (refund.uuid === uuid) return [order, refund];
      return undefined;
    },
    get created() {
      return orders.length;
    },
    books: () => orders.map(({ uuid }) => takenOf(find(uuid) as Order)),
    post(request: OrderRequest): Order | null {
      const before = find(request.merchantReference);
      if (before && !['PENDING', 'ABANDONED', 'VOIDED'].includes(before.status)) return null;
      const order: Order = {
        uuid: before?.uuid ?? randomUUID(),
        status: 'PENDING',
        cents: Math.round(request.grandTotal * 100),
        attempt: (before?.attempt ?? 0) + 1,
        request,
        refunds: [],
        createdAt: before?.createdAt ?? now(),
        expiresAt: new Date(now().getTime() + (request.expiresIn ?? 30) * 60_000),
      };
      if (before) orders.splice(orders.indexOf(before), 1);
      orders.push(order);
      return order;
    },
  };
}

export function givenBack({ refunds }: Order): number {
  return refunds.filter(({ status }) => status !== 'REJECTED').reduce((sum, { cents }) => sum + cents, 0);
}

export function restate(order: Order): void {
  const back = givenBack(order);
  order.status = back === 0 ? 'PAID' : back < order.cents ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

const words: Partial<Record<Status, Taken['status']>> = {
  PENDING: 'open',
  AUTHORIZED: 'settling',
  ABANDONED: 'abandoned',
  VOIDED: 'over',
};

function takenOf({ uuid, request, status, cents, refunds }: Order): Taken {
  const word = words[status] ?? 'paid';
  const gone = refunds.filter((refund) => refund.status === 'SUCCESSFUL');
  return {
    ref: uuid,
    merchantRef: request.merchantReference,
    status: word,
    paid: word === 'paid' ? cents : 0,
    returned: gone.reduce((sum, refund) => sum + refund.cents, 0),
    refundsUnderWay: refunds.filter((refund) => refund.status === 'PENDING').map((refund) => refund.uuid),
  };
}
