import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction } from '../../../database/transaction.server.ts';
import { findPaymentId, isLive, paymentsOf } from '../../payment/payments.server.ts';
import type { WebhookReading } from '../../payment/provider.ts';
import { startPayment } from '../pay/start-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { settlePayment } from './settle-payment.server.ts';

const syncTimeoutMs = 5000;
const findTimeoutMs = 10_000;
/** Short, because the buyer or an employee waits for the response. */
const closeTimeoutMs = 3000;
const retryMs = 60_000;
const longPauseMs = 60 * 60_000;

/** Fetches a payment from its provider and applies the report. Returns false if there is no report; a later poll retries. */
export async function syncPayment(shop: ShopContext, paymentId: string, withinMs = syncTimeoutMs): Promise<boolean> {
  const payment = await shop.db
    .selectFrom('payments')
    .select(['provider', 'provider_ref', 'state'])
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (!payment) return false;
  const provider = shop.providers.find(({ id }) => id === payment.provider);
  if (!provider) {
    await postponePoll(shop, paymentId, longPauseMs);
    return false;
  }
  if (payment.provider_ref === null) {
    // The answer to an earlier start was lost: the provider answers a repeated start with the same payment.
    if (payment.state === 'created' || payment.state === 'submitted') await startPayment(shop, paymentId);
    else await stopPolling(shop.db, paymentId);
    return false;
  }
  const report = await provider.fetch(payment.provider_ref, AbortSignal.timeout(withinMs));
  if (report.ok) {
    await settlePayment(shop, paymentId, report.value);
    return true;
  }
  const requestedPauseMs = report.kind === 'unavailable' ? (report.retryAfterMs ?? 0) : 0;
  const pauseMs = report.kind === 'rejected' ? longPauseMs : Math.max(requestedPauseMs, retryMs);
  await postponePoll(shop, paymentId, pauseMs);
  return false;
}

export async function postponePoll(shop: ShopContext, paymentId: string, ms = retryMs): Promise<void> {
  await shop.db
    .updateTable('payments')
    .set({ next_poll_at: new Date(shop.now().getTime() + ms) })
    .where('id', '=', paymentId)
    .where('next_poll_at', 'is not', null)
    .execute();
}

async function stopPolling(db: Kysely<Tables>, paymentId: string) {
  await db
    .updateTable('payments')
    .set({ next_poll_at: null })
    .where('id', '=', paymentId)
    .where('provider_ref', 'is', null)
    .where('state', 'not in', ['created', 'submitted'])
    .execute();
}

export async function duePayments(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const due = await db
    .selectFrom('payments')
    .select('id')
    .where('next_poll_at', '<=', now)
    .orderBy('next_poll_at')
    .limit(100)
    .execute();
  return due.map(({ id }) => id);
}

/** Settles the payment that the provider knows as `providerRef`, such as the charge of a dispute. Does nothing if it knows no such payment; throws if it does not answer. */
export async function findAndSettlePayment(shop: ShopContext, providerId: string, providerRef: string): Promise<void> {
  const provider = shop.providers.find(({ id }) => id === providerId);
  if (!provider) return;
  const report = await provider.fetch(providerRef, AbortSignal.timeout(findTimeoutMs));
  if (!report.ok) {
    if (report.kind === 'rejected') return;
    throw new Error(`${providerId} did not report a payment: ${report.kind}`);
  }
  const paymentId = await findPaymentId(shop.db, providerId, report.value.providerRef, report.value.merchantRef);
  if (paymentId) await settlePayment(shop, paymentId, report.value);
}

/** Closes the providers' payment pages of an order. Ignores failures, because money that arrives later is still booked. */
export async function closePayments(shop: ShopContext, orderId: number): Promise<void> {
  const payments = await paymentsOf(shop.db, orderId);
  for (const payment of payments.filter(isLive)) {
    const provider = shop.providers.find(({ id }) => id === payment.provider);
    if (!provider) continue;
    const ref = payment.provider_ref;
    const expired = ref === null ? null : await provider.expire?.(ref, AbortSignal.timeout(closeTimeoutMs));
    if (expired?.ok) await settlePayment(shop, payment.id, expired.value);
    else await syncPayment(shop, payment.id, closeTimeoutMs);
  }
}

export async function receiveWebhook(
  shop: ShopContext,
  provider: string,
  event: Extract<WebhookReading, { eventKey: string }>,
): Promise<void> {
  await inTransaction(shop.db, async (trx) => {
    const at = shop.now();
    const inserted = await trx
      .insertInto('webhook_events')
      .values({
        provider,
        event_key: event.eventKey,
        received_at: at,
        provider_ref: event.providerRef,
        merchant_ref: event.merchantRef,
        hint: event.hint,
        stale: event.isTooOld,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return;
    const { providerRef, merchantRef } = event;
    const paymentId = await findPaymentId(trx, provider, providerRef, merchantRef);
    if (!paymentId) {
      if (providerRef) await shop.enqueue(trx, { name: 'find-payment', provider, providerRef });
      return;
    }
    await shop.enqueue(trx, { name: 'sync-payment', paymentId });
    // If the job fails, a poll at this time replaces it. `least` ignores null, so a payment that is no longer polled is polled again.
    const nextPoll = new Date(at.getTime() + retryMs);
    await trx
      .updateTable('payments')
      .set({ next_poll_at: sql`least(next_poll_at, ${nextPoll})` })
      .where('id', '=', paymentId)
      .execute();
    await trx.updateTable('webhook_events').set({ processed_at: at }).where('id', '=', inserted.id).execute();
  });
}
