import { sql } from 'kysely';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import type { WebhookReading } from '../payment/redirect-provider.ts';
import type { Till } from './till.server.ts';

type Event = Extract<WebhookReading, { eventKey: string }>;

/**
 * Keeps what a provider has told, once, and asks for the truth about that payment as a job of the same transaction.
 * What is told of a payment that the shop does not know is kept for a person.
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
    const paymentId = await paymentOf(trx, provider, event);
    if (!paymentId) return;
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The attempt that an event is about: by the provider's id, else by what the shop called it. */
async function paymentOf(trx: Trx, provider: string, { providerRef, merchantRef }: Event): Promise<string | undefined> {
  const ofProvider = trx.selectFrom('payments').select('payments.id').where('provider', '=', provider);
  const known = await ofProvider.where('provider_ref', '=', providerRef).executeTakeFirst();
  if (known || merchantRef === null) return known?.id;
  if (uuid.test(merchantRef)) return (await ofProvider.where('payments.id', '=', merchantRef).executeTakeFirst())?.id;
  const latest = await ofProvider
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('orders.number', '=', merchantRef)
    .orderBy('payments.created_at', 'desc')
    .executeTakeFirst();
  return latest?.id;
}
