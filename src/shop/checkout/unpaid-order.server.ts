import type { Trx } from '../../database/transaction.server.ts';
import { type LockedOrder, lockOrder } from '../order/change-status.server.ts';
import { awaitsBuyer, paidState } from '../order/paid-state.ts';
import type { PaymentRow } from '../payment/change-payment.server.ts';
import { moneyOf } from '../payment/ledger.server.ts';
import { paymentsOf } from '../payment/payments-of.server.ts';

export type BuyersOrder = { order: LockedOrder; payments: PaymentRow[]; waits: boolean };

/** An order, locked, with every attempt to pay it. `waits`: it is open, and no money has come or is on its way. */
export async function lockBuyersOrder(trx: Trx, id: number): Promise<BuyersOrder> {
  const order = await lockOrder(trx, id);
  const payments = await paymentsOf(trx, id);
  const { paid: paidCents, refunded: refundedCents } = await moneyOf(trx, { orderId: id });
  const authorized = payments.some(({ state }) => state === 'authorized');
  const money = { totalCents: order.total_cents, paidCents, refundedCents };
  const waits = awaitsBuyer(order.status, paidState(money, authorized ? 'authorized' : undefined));
  return { order, payments, waits };
}
