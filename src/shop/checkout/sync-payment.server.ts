import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { settlePayment } from './settle-payment.server.ts';
import { startPayment } from './start-payment.server.ts';
import type { Till } from './till.server.ts';

/** How long a provider has to tell the truth, in ms. */
const budgetMs = 5000;
/** Until it is asked again after it gave no answer, in ms. */
const retryMs = 60_000;
/** Until a payment is looked at again whose provider has no keys now, or does not know it, in ms. */
const unknownThereMs = 60 * 60_000;

/**
 * Asks the provider of a payment for the truth and applies it. False when it could not be asked; then it is asked again
 * by the clock.
 */
export async function syncPayment(till: Till, paymentId: string, withinMs = budgetMs): Promise<boolean> {
  const payment = await till.db
    .selectFrom('payments')
    .select(['provider', 'provider_ref', 'state', 'next_poll_at'])
    .where('id', '=', paymentId)
    .executeTakeFirst();
  const provider = till.providers.find(({ id }) => id === payment?.provider);
  if (!payment) return false;
  if (!provider) {
    // Its keys are gone; they may come back.
    await postpone(till, paymentId, unknownThereMs);
    return false;
  }
  if (payment.provider_ref === null) {
    if (payment.state === 'created' || payment.state === 'submitted') await startPayment(till, paymentId);
    else await neverAgain(till.db, paymentId);
    return false;
  }
  const truth = await provider.fetch(payment.provider_ref, AbortSignal.timeout(withinMs));
  if (truth.ok) {
    await settlePayment(till, paymentId, truth.value);
    return true;
  }
  const wait =
    truth.kind === 'unavailable' ? (truth.retryAfterMs ?? 0) : truth.kind === 'rejected' ? unknownThereMs : 0;
  await postpone(till, paymentId, Math.max(wait, retryMs));
  return false;
}

/** Asks about a payment later, in ms, if it is asked about at all. */
export async function postpone(till: Till, paymentId: string, ms = retryMs): Promise<void> {
  await till.db
    .updateTable('payments')
    .set({ next_poll_at: new Date(till.now().getTime() + ms) })
    .where('id', '=', paymentId)
    .where('next_poll_at', 'is not', null)
    .execute();
}

/** An attempt that was given up before its provider had told an id: it cannot be asked about. */
async function neverAgain(db: Kysely<Tables>, paymentId: string) {
  await db
    .updateTable('payments')
    .set({ next_poll_at: null })
    .where('id', '=', paymentId)
    .where('provider_ref', 'is', null)
    .where('state', 'not in', ['created', 'submitted'])
    .execute();
}

/** Payments whose time to be asked about has come, a hundred at a time. */
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
