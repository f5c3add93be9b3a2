import { sql } from 'kysely';
import { inTransaction } from '../../database/transaction.server.ts';
import type { WebhookReading } from '../payment/redirect-provider.ts';
import { attemptOf } from './find-payment.server.ts';
import type { Till } from './till.server.ts';

type Event = Extract<WebhookReading, { eventKey: string }>;

/**
 * Keeps what a provider has told, once, and asks for the truth about that payment as a job of the same transaction.
 * Of a payment that the shop does not know, the provider is asked what it is.
 */
export async function receiveWebhook(till: Till, provider: string, event: Event): Promise<void> {
  await inTransaction(till.db, async (trx) => {
    const at = till.now();
    const fresh = await trx
      .insertInto('webhook_events')
      .values({
        provider,
        event_key: event.eventKey,
        received_at: at,
        provider_ref: event.providerRef,
        merchant_ref: event.merchantRef,
        hint: event.hint,
        stale: event.stale,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!fresh) return;
    const paymentId = await attemptOf(trx, provider, event.providerRef, event.merchantRef);
    if (!paymentId) {
      const { providerRef } = event;
      if (providerRef) await till.later(trx, { name: 'find-payment', provider, providerRef });
      return;
    }
    await till.later(trx, { name: 'sync-payment', paymentId });
    // Should the job be lost with its queue, the clock asks too.
    const soon = new Date(at.getTime() + 60_000);
    await trx
      .updateTable('payments')
      .set({ next_poll_at: sql`least(next_poll_at, ${soon})` })
      .where('id', '=', paymentId)
      .execute();
    await trx.updateTable('webhook_events').set({ processed_at: at }).where('id', '=', fresh.id).execute();
  });
}
