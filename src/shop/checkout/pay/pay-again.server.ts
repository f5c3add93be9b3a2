import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import { hoursOf } from '../../calendar.ts';
import { changeStatus, lockUnpaidOrder } from '../../order/change-order.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { digest } from '../../order/orders.server.ts';
import { isOffline, isPrepaid } from '../../payment/payment-methods.ts';
import { endLivePayments, type PaymentRow, paymentsOf } from '../../payment/payments.server.ts';
import { holdEnd, providerIdOf } from '../../payment/providers.ts';
import { isInWork } from '../handover/counted-tires.server.ts';
import { confirmHolds } from '../settle/holds.server.ts';
import { closePayments } from '../settle/sync-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { startPayment } from './start-payment.server.ts';

/** Limits how long an order can hold its tires by starting further payments. */
const maxPayments = 10;
const dayMs = 24 * 60 * 60 * 1000;

type PayAgainRefusal = { ok: false; reason: 'too-late' | 'too-many-attempts' | 'key-reused' };

/** Starts a payment of what is due of an unpaid or part-paid order, by an offered method. Idempotent by `key`. */
export async function payAgain(
  shop: ShopContext,
  orderId: number,
  method: string,
  key: string,
): Promise<{ ok: true } | PayAgainRefusal> {
  const keyHash = digest(key);
  const hasKey = ({ key_hash }: PaymentRow) => key_hash?.equals(keyHash) ?? false;
  if (!(await paymentsOf(shop.db, orderId)).some(hasKey)) await closePayments(shop, orderId);
  const started = await commitIfOkWithRetry(
    shop.db,
    async (trx): Promise<{ ok: true; paymentId: string } | PayAgainRefusal> => {
      const { order, payments, isUnpaid, awaitsRest, dueCents } = await lockUnpaidOrder(trx, orderId);
      const earlierPayment = payments.find(hasKey);
      if (earlierPayment && earlierPayment.method !== method) return { ok: false, reason: 'key-reused' };
      if (earlierPayment) return { ok: true, paymentId: earlierPayment.id };
      if (!isUnpaid && !awaitsRest) return { ok: false, reason: 'too-late' };
      if (payments.length >= maxPayments) return { ok: false, reason: 'too-many-attempts' };

      const at = shop.now();
      const change = { at, actor: 'buyer' };
      await endLivePayments(trx, payments, 'cancelled', change);
      const offline = isOffline(method);
      const { id: paymentId } = await trx
        .insertInto('payments')
        .values({
          order_id: orderId,
          provider: providerIdOf(method),
          method,
          state: offline ? 'pending' : 'created',
          amount_cents: dueCents,
          created_at: at,
          key_hash: keyHash,
          next_poll_at: offline ? null : at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      // The days to pay offline count from the order, so that choosing a method again gives no more time.
      const holdStart = offline ? order.placed_at : at;
      const methodHoldEnd = holdEnd(
        method,
        { now: holdStart, promisedOn: order.promised_on },
        shop.terms,
        hoursOf(shop.shopConfig, order.branch),
      );
      const maxHoldEnd = Math.max(order.held_until.getTime(), order.placed_at.getTime() + dayMs);
      const holdEndMs = Math.max(
        order.held_until.getTime(),
        offline ? methodHoldEnd.getTime() : Math.min(methodHoldEnd.getTime(), maxHoldEnd),
      );
      await trx
        .updateTable('orders')
        .set({ payment_method: method, held_until: new Date(holdEndMs) })
        .where('id', '=', orderId)
        .execute();
      const prepaid = isPrepaid(method);
      if (awaitsRest) {
        // Who pays the rest at the branch gets the tires ordered before, as with an order that is paid there.
        if (isInWork(order) && !prepaid) await confirmHolds(trx, shop.enqueue, order, change, { isPaid: false });
        return { ok: true, paymentId };
      }
      const changed =
        order.status !== 'ready' &&
        (await changeStatus(trx, order, prepaid ? 'awaiting_payment' : 'confirmed', change));
      if (changed && !prepaid) {
        await confirmHolds(trx, shop.enqueue, order, change, { isPaid: false });
        await enqueueMail(trx, shop.enqueue, orderId, 'branch-order', at);
      }
      return { ok: true, paymentId };
    },
  );
  if (!started.ok) return started;
  await startPayment(shop, started.paymentId);
  return { ok: true };
}
