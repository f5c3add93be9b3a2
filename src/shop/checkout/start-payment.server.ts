import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import type { LockedOrder } from '../order/change-status.server.ts';
import { openStatuses } from '../order/order.ts';
import { changePayment, type PaymentRow } from '../payment/change-payment.server.ts';
import { nextPoll } from '../payment/poll-times.ts';
import type { Outcome, RedirectProvider, Started } from '../payment/redirect-provider.ts';
import { lockPayment } from './settle-payment.server.ts';
import type { Till } from './till.server.ts';

/** How long the buyer waits for a provider, in ms. What comes later is found by the job that goes on. */
const budgetMs = 3000;
/** Longer than the budget: meanwhile no other process asks for the same attempt. */
const leaseMs = 10_000;
/** What a provider grants the buyer; the hold outlasts it by a grace in which money may still arrive. */
const payWithinMs = 30 * 60_000;

/**
 * Asks the provider for a place to pay, for an attempt that has none. Asked again however it ended, there is one payable
 * order at the provider. Resolves when there is nothing more to do now; see the attempt for what came of it.
 */
export async function startPayment(till: Till, paymentId: string): Promise<void> {
  const begun = await begin(till, paymentId);
  if (!begun) return;
  const { provider, request, payment } = begun;
  const outcome = await provider.start(request, AbortSignal.timeout(budgetMs));
  await inTransaction(till.db, async (trx) => {
    const { order, payment: locked } = await lockPayment(trx, payment.id);
    await noteOutcome(trx, till, order, locked, outcome);
  });
}

async function begin(till: Till, paymentId: string) {
  return inTransaction(till.db, async (trx) => {
    const { order, payment } = await lockPayment(trx, paymentId);
    const at = till.now();
    const provider = till.providers.find(({ id }) => id === payment.provider);
    const waits = payment.state === 'created' || payment.state === 'submitted';
    if (!provider || !waits || (payment.leased_until && payment.leased_until > at)) return null;
    // Nobody is sent away to pay for an order that is over.
    if (payment.state === 'created' && !openStatuses.includes(order.status)) {
      await changePayment(trx, payment, 'cancelled', { at, actor: 'shop' }, { next_poll_at: null });
      return null;
    }
    const leased_until = new Date(at.getTime() + leaseMs);
    const expires_at = payment.expires_at ?? new Date(at.getTime() + payWithinMs);
    const also = { leased_until, expires_at, next_poll_at: leased_until };
    await changePayment(trx, payment, 'submitted', { at, actor: 'shop' }, also);
    await trx.updateTable('payments').set(also).where('id', '=', payment.id).execute();
    return { provider, payment, request: await requestOf(trx, till, order, payment, expires_at) };
  });
}

async function requestOf(
  trx: Trx,
  till: Till,
  order: LockedOrder,
  payment: PaymentRow,
  expiresAt: Date,
): Promise<Parameters<RedirectProvider['start']>[0]> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['title', 'count', 'price_cents as priceCents'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  return {
    paymentId: payment.id,
    orderNumber: order.number,
    amountCents: payment.amount_cents,
    method: payment.method,
    customer: { name: order.name, email: order.email, phone: order.phone },
    lines,
    locale: order.locale,
    returnUrl: till.urls.returnTo(payment.id),
    notifyUrl: till.urls.notify(payment.provider),
    expiresAt,
  };
}

async function noteOutcome(trx: Trx, till: Till, order: LockedOrder, payment: PaymentRow, outcome: Outcome<Started>) {
  const at = till.now();
  const change = { at, actor: payment.provider };
  if (outcome.ok && (await isBooked(trx, payment.provider, outcome.value.providerRef))) {
    // The earlier attempt was paid meanwhile. Its money can be given back by that id alone, so it keeps it.
    await changePayment(trx, payment, 'failed', change, { next_poll_at: null, leased_until: null });
    return;
  }
  if (outcome.ok) {
    const { providerRef: provider_ref, url: redirect_url, expiresAt: expires_at } = outcome.value;
    const next_poll_at = nextPoll(payment.created_at, expires_at, at);
    const also = { provider_ref, redirect_url, expires_at, next_poll_at, leased_until: null };
    await handOver(trx, payment, provider_ref);
    await changePayment(trx, payment, 'pending', change, also);
    // An attempt that was given up meanwhile can still be paid: it is asked about as any other.
    await trx.updateTable('payments').set(also).where('id', '=', payment.id).execute();
    return;
  }
  if (outcome.kind === 'rejected') {
    await changePayment(trx, payment, 'failed', change, { next_poll_at: null, leased_until: null });
    // The provider has the money of an earlier attempt of this order: that one is asked about now.
    if (outcome.code === 'already-paid') await askAboutAll(trx, order, at);
    return;
  }
  const wait = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
  const next_poll_at = new Date(at.getTime() + Math.max(wait, leaseMs));
  await trx.updateTable('payments').set({ next_poll_at, leased_until: null }).where('id', '=', payment.id).execute();
}

/** Whether money has come under a provider's id. */
async function isBooked(trx: Trx, provider: string, providerRef: string): Promise<boolean> {
  const booked = await trx
    .selectFrom('payment_ledger')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .where('kind', '=', 'paid')
    .executeTakeFirst();
  return booked !== undefined;
}

/** A provider that knows one order by one number gives a later attempt the id of the earlier: the last one keeps it. */
async function handOver(trx: Trx, payment: PaymentRow, providerRef: string) {
  await trx
    .updateTable('payments')
    .set({ provider_ref: null, next_poll_at: null })
    .where('provider', '=', payment.provider)
    .where('provider_ref', '=', providerRef)
    .where('id', '!=', payment.id)
    .execute();
}

async function askAboutAll(trx: Trx, order: LockedOrder, at: Date) {
  await trx
    .updateTable('payments')
    .set({ next_poll_at: at })
    .where('order_id', '=', order.id)
    .where('provider_ref', 'is not', null)
    .execute();
}
