import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { listFindings } from '../checkout/settle/reconcile.server.ts';
import { listOrders } from '../order/list-orders.server.ts';
import { openStatuses } from '../order/order.ts';
import { offlineMethods } from '../payment/payment-methods.ts';
import type { MoneyToDo } from './money.ts';

const maxOrders = 500;

/** Returns what the accountant has to do, the oldest first. */
export async function moneyToDo(db: Kysely<Tables>): Promise<MoneyToDo> {
  const [orders, refunds, findings] = await Promise.all([
    listOrders(db, { statuses: openStatuses }, maxOrders),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select(['orders.number', 'orders.name', 'refunds.amount_cents as amountCents', 'refunds.reason'])
      .select(['refunds.requested_at as requestedAt', 'payments.method'])
      .where('refunds.state', '=', 'requested')
      .where('payments.provider', 'in', Object.keys(offlineMethods))
      .orderBy('refunds.requested_at')
      .orderBy('refunds.id')
      .execute(),
    listFindings(db, { open: true }),
  ]);
  return {
    transfers: orders
      .filter(({ paymentMethod, dueCents }) => paymentMethod === 'bank_transfer' && dueCents > 0)
      .reverse()
      .map(({ number, name, reference, placedAt, dueCents }) => ({
        ...{ number, name, reference, dueCents },
        placedAt: placedAt.toISOString(),
      })),
    refunds: refunds.map(({ requestedAt, ...refund }) => ({ ...refund, requestedAt: requestedAt.toISOString() })),
    findings: findings.map(({ id, provider, providerRef, kind, foundAt }) => ({
      ...{ id, provider, providerRef, kind },
      foundAt: foundAt.toISOString(),
    })),
  };
}
