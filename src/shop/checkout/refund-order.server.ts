import { allOrNothing } from '../../database/transaction.server.ts';
import type { Cents } from '../money.ts';
import { lockOrder } from '../order/change-status.server.ts';
import { changeRefund, type RefundRow } from '../payment/change-payment.server.ts';
import { isOffline } from '../payment/providers.ts';
import { refundable, requestRefund } from './request-refund.server.ts';
import { moneyLeft } from './settle-refunds.server.ts';
import type { Till } from './till.server.ts';

export type Refunding = { ok: true; refunds: RefundRow[] } | { ok: false; reason: 'too-much'; refundable: Cents };

/**
 * Asks for a part of what was paid for an order to be given back, or for all of it (`amountCents` null), from its latest
 * payment on. Never more than was paid.
 */
export async function refundOrder(
  till: Till,
  orderId: number,
  amountCents: Cents | null,
  reason: RefundRow['reason'],
  actor: string,
): Promise<Refunding> {
  return allOrNothing(till.db, async (trx): Promise<Refunding> => {
    const order = await lockOrder(trx, orderId);
    const payments = await trx
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('position', 'desc')
      .execute();
    const left = new Map<string, Cents>();
    for (const { id } of payments) left.set(id, await refundable(trx, id));
    const possible = [...left.values()].reduce((sum, cents) => sum + cents, 0);
    let wanted = amountCents ?? possible;
    if (wanted <= 0 || wanted > possible) return { ok: false, reason: 'too-much', refundable: possible };
    const refunds: RefundRow[] = [];
    for (const payment of payments) {
      const part = Math.min(wanted, left.get(payment.id) ?? 0);
      const refund = await requestRefund(trx, till.later, payment, part, reason, { at: till.now(), actor });
      if (!refund) continue;
      refunds.push(refund);
      wanted -= part;
    }
    return { ok: true, refunds };
  });
}

export type Returned = { ok: true; refund: RefundRow } | { ok: false; reason: 'nothing-to-return' | 'booked' };

/** Books that a refund was paid out by hand, with the bank's reference of it or, without one, as cash: the oldest that waits. */
export async function markRefunded(till: Till, orderId: number, actor: string, reference?: string): Promise<Returned> {
  return allOrNothing(till.db, async (trx): Promise<Returned> => {
    const order = await lockOrder(trx, orderId);
    const waiting = await trx
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('state', '=', 'requested')
      .orderBy('requested_at')
      .execute();
    for (const refund of waiting) {
      const payment = await trx
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', refund.payment_id)
        .executeTakeFirstOrThrow();
      if (!isOffline(payment.provider)) continue;
      const change = { at: till.now(), actor };
      const booked = await moneyLeft(trx, till, order, payment, refund, reference ?? refund.id, change);
      if (!booked) return { ok: false, reason: 'booked' };
      await changeRefund(trx, refund, 'succeeded', change, { provider_ref: reference ?? refund.id });
      return { ok: true, refund };
    }
    return { ok: false, reason: 'nothing-to-return' };
  });
}
