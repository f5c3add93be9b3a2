import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { changeRefund, type PaymentRow, type RefundRow } from '../payment/change-payment.server.ts';
import type { Outcome, ProviderRefund } from '../payment/redirect-provider.ts';
import { lockPayment } from './settle-payment.server.ts';
import { refundFailed, settleRefunds } from './settle-refunds.server.ts';
import type { Till } from './till.server.ts';

const budgetMs = 10_000;
const retryMs = 5 * 60_000;
const pollMs = 60 * 60_000;

/**
 * Asks the provider for a refund that was requested. Asked again for the same refund, the money goes once: the
 * provider is given the same id. What stays unknown is tried again by the clock.
 */
export async function submitRefund(till: Till, refundId: string): Promise<void> {
  const begun = await begin(till, refundId);
  if (!begun) return;
  const { refund, payment, askedBefore } = begun;
  const provider = till.providers.find(({ id }) => id === payment.provider);
  const { id, amount_cents: amountCents } = refund;
  const outcome: Outcome<ProviderRefund> =
    provider && payment.provider_ref
      ? await provider.refund(
          { providerRef: payment.provider_ref, refundId: id, amountCents },
          AbortSignal.timeout(budgetMs),
        )
      : { ok: false, kind: 'unavailable' };
  await inTransaction(till.db, async (trx) => {
    const { order, payment: locked } = await lockPayment(trx, payment.id);
    const change = { at: till.now(), actor: payment.provider };
    const current = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (current.state !== 'submitted') return;
    if (outcome.ok || outcome.kind === 'unknown') await askSoon(trx, locked, change.at);
    if (outcome.ok) return settleRefunds(trx, till, order, locked, [outcome.value], change, current);
    if (outcome.kind === 'rejected') {
      await refundFailed(trx, order, current, change, { next_try_at: null });
      return;
    }
    const wait = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? retryMs) : retryMs;
    const next_try_at = new Date(change.at.getTime() + wait);
    // What surely was never asked goes back to where it was; an earlier try may have reached the provider.
    if (outcome.kind === 'unavailable' && !askedBefore)
      await changeRefund(trx, current, 'requested', change, { next_try_at });
    else await trx.updateTable('refunds').set({ next_try_at }).where('id', '=', id).execute();
  });
}

/** A refund on its way is asked about with its payment, which may be asked about no more. */
async function askSoon(trx: Trx, payment: PaymentRow, at: Date) {
  const soon = new Date(at.getTime() + pollMs);
  await trx
    .updateTable('payments')
    .set({ next_poll_at: sql`least(next_poll_at, ${soon}::timestamptz)` })
    .where('id', '=', payment.id)
    .execute();
}

type Begun = { refund: RefundRow; payment: PaymentRow; askedBefore: boolean };

/** Notes that the provider is being asked; null when there is nothing to ask. */
async function begin(till: Till, refundId: string): Promise<Begun | null> {
  return inTransaction(till.db, async (trx) => {
    const found = await trx.selectFrom('refunds').select('payment_id').where('id', '=', refundId).executeTakeFirst();
    if (!found) return null;
    const { payment } = await lockPayment(trx, found.payment_id);
    const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow();
    const change = { at: till.now(), actor: 'shop' };
    const next_try_at = new Date(change.at.getTime() + retryMs);
    if (refund.state === 'submitted' && refund.next_try_at && refund.next_try_at <= change.at) {
      await trx.updateTable('refunds').set({ next_try_at }).where('id', '=', refundId).execute();
      return { refund, payment, askedBefore: true };
    }
    if (refund.state !== 'requested' || !refund.next_try_at || refund.next_try_at > change.at) return null;
    await changeRefund(trx, refund, 'submitted', change, { next_try_at });
    return { refund, payment, askedBefore: false };
  });
}

/** How long a refund may be on its way before a person looks, in days; the law gives the shop 14. */
const patienceDays = 3;

/** Numbers of the orders whose money should long be back and is not: a provider that is away, or keys that are gone. */
export async function lateRefunds(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - patienceDays * 24 * 60 * 60_000);
  const late = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('orders.number')
    .distinct()
    .where('refunds.state', 'in', ['requested', 'submitted', 'pending'])
    .where('refunds.requested_at', '<', since)
    .orderBy('orders.number')
    .execute();
  return late.map(({ number }) => number);
}

/** Refunds whose time to be tried has come. */
export async function dueRefunds(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const due = await db
    .selectFrom('refunds')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(50)
    .execute();
  return due.map(({ id }) => id);
}
