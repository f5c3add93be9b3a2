import { allOrNothing } from '../../database/transaction.server.ts';
import { changeStatus } from '../order/change-status.server.ts';
import { askForLetter } from '../order/letter-rows.server.ts';
import { digest } from '../order/order-token.server.ts';
import { endLive } from '../payment/payments-of.server.ts';
import { holdEnd, isOffline, isPrepaid, providerIdOf } from '../payment/providers.ts';
import { closeAttempts } from './cancel-order.server.ts';
import { startPayment } from './start-payment.server.ts';
import type { Till } from './till.server.ts';
import { lockBuyersOrder } from './unpaid-order.server.ts';

/** Attempts to pay that one order may have, so that its tires are not kept by beginning again for ever. */
const attemptsPerOrder = 10;
const dayMs = 24 * 60 * 60 * 1000;

export type PayingAgain = { ok: true } | { ok: false; reason: 'too-late' | 'too-many-attempts' | 'key-reused' };

/**
 * Begins another attempt to pay an open, unpaid order, in the same or another way. The attempt before it is closed
 * first. `key`: the same key again is the same attempt, or refused for another method. The caller knows that the method is on offer.
 */
export async function payAgain(till: Till, orderId: number, method: string, key: string): Promise<PayingAgain> {
  const keyHash = digest(key);
  if (!(await attemptOf(till, orderId, keyHash))) await closeAttempts(till, orderId);
  const begun = await allOrNothing(till.db, async (trx) => {
    const { order, payments, waits } = await lockBuyersOrder(trx, orderId);
    const same = payments.find(({ key_hash }) => key_hash?.equals(keyHash));
    if (same && same.method !== method) return { ok: false as const, reason: 'key-reused' as const };
    if (same) return { ok: true as const, id: same.id };
    if (!waits) return { ok: false as const, reason: 'too-late' as const };
    if (payments.length >= attemptsPerOrder) return { ok: false as const, reason: 'too-many-attempts' as const };

    const at = till.now();
    const change = { at, actor: 'buyer' };
    await endLive(trx, payments, 'cancelled', change);
    const offline = isOffline(method);
    const { id } = await trx
      .insertInto('payments')
      .values({
        order_id: orderId,
        provider: providerIdOf(method),
        method,
        state: offline ? 'pending' : 'created',
        amount_cents: order.total_cents,
        created_at: at,
        key_hash: keyHash,
        next_poll_at: offline ? null : at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Days to pay are counted from the order, so that nobody gains time by choosing again.
    const from = offline ? order.placed_at : at;
    const ends = holdEnd(method, { now: from, promisedOn: order.promised_on }, till.terms, till.facts.hours);
    const latest = Math.max(order.held_until.getTime(), order.placed_at.getTime() + dayMs);
    const held = Math.max(order.held_until.getTime(), offline ? ends.getTime() : Math.min(ends.getTime(), latest));
    await trx
      .updateTable('orders')
      .set({ payment_method: method, held_until: new Date(held) })
      .where('id', '=', orderId)
      .execute();
    const prepaid = isPrepaid(method);
    const changed = await changeStatus(trx, order, prepaid ? 'awaiting_payment' : 'confirmed', change);
    if (changed && !prepaid) await askForLetter(trx, till.later, orderId, 'branch-order', at);
    return { ok: true as const, id };
  });
  if (!begun.ok) return begun;
  await startPayment(till, begun.id);
  return { ok: true };
}

function attemptOf(till: Till, orderId: number, keyHash: Buffer) {
  return till.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}
