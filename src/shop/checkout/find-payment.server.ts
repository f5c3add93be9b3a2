import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { settlePayment } from './settle-payment.server.ts';
import type { Till } from './till.server.ts';

const budgetMs = 10_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The attempt that a provider speaks of: by the provider's id, else by what the shop called it, else undefined. */
export async function attemptOf(
  db: Kysely<Tables>,
  provider: string,
  providerRef: string,
  merchantRef: string | null,
): Promise<string | undefined> {
  const ofProvider = db.selectFrom('payments').select('payments.id').where('provider', '=', provider);
  const known = await ofProvider.where('provider_ref', '=', providerRef).executeTakeFirst();
  if (known || merchantRef === null) return known?.id;
  if (uuid.test(merchantRef)) return (await ofProvider.where('payments.id', '=', merchantRef).executeTakeFirst())?.id;
  const latest = await ofProvider
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('orders.number', '=', merchantRef)
    .orderBy('payments.position', 'desc')
    .executeTakeFirst();
  return latest?.id;
}

/**
 * Asks a provider what payment an id of its own means, and applies the truth. A dispute, say, is told of by the id of
 * the charge. Throws when the provider cannot be asked, so that the job is tried again.
 */
export async function findPayment(till: Till, providerId: string, providerRef: string): Promise<void> {
  const provider = till.providers.find(({ id }) => id === providerId);
  if (!provider) return;
  const truth = await provider.fetch(providerRef, AbortSignal.timeout(budgetMs));
  if (!truth.ok) {
    if (truth.kind === 'rejected') return;
    throw new Error(`${providerId} could not be asked about a payment: ${truth.kind}`);
  }
  const { value } = truth;
  const attempt = await attemptOf(till.db, providerId, value.providerRef, value.merchantRef);
  if (attempt) await settlePayment(till, attempt, value);
}
