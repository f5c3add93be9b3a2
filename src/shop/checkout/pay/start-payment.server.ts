import type { Updateable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { type LockedOrder, lockPayment } from '../../order/change-order.server.ts';
import { openStatuses } from '../../order/order.ts';
import { changePayment, nextPoll, type PaymentRow } from '../../payment/payments.server.ts';
import type { Outcome, Started, StartRequest } from '../../payment/provider.ts';
import type { ShopContext } from '../shop-context.server.ts';

const timeoutMs = 3000;
const leaseMs = 10_000;
/** Shorter than the hold, so that late money still finds its tires. */
const payWithinMs = 30 * 60_000;

/** Starts a payment at its provider. May be called again whatever happened: the provider has one payable order. */
export async function startPayment(shop: ShopContext, paymentId: string): Promise<void> {
  const begun = await begin(shop, paymentId);
  if (!begun) return;
  const { provider, request, payment } = begun;
  const outcome = await provider.start(request, AbortSignal.timeout(timeoutMs));
  await inTransaction(shop.db, async (trx) => {
    const { payment: locked } = await lockPayment(trx, payment.id);
    await recordOutcome(trx, locked, outcome, shop.now());
  });
}

async function begin(shop: ShopContext, paymentId: string) {
  return inTransaction(shop.db, async (trx) => {
    const { order, payment } = await lockPayment(trx, paymentId);
    const at = shop.now();
    const provider = shop.providers.find(({ id }) => id === payment.provider);
    const waits = payment.state === 'created' || payment.state === 'submitted';
    if (!provider || !waits || (payment.leased_until && payment.leased_until > at)) return null;
    if (payment.state === 'created' && !openStatuses.includes(order.status)) {
      await changePayment(trx, payment, 'cancelled', { at, actor: 'shop' }, { next_poll_at: null });
      return null;
    }
    const leased_until = new Date(at.getTime() + leaseMs);
    const expires_at = payment.expires_at ?? new Date(at.getTime() + payWithinMs);
    await updatePayment(trx, payment, { leased_until, expires_at, next_poll_at: leased_until });
    await changePayment(trx, payment, 'submitted', { at, actor: 'shop' });
    return { provider, payment, request: await requestOf(trx, shop, order, payment, expires_at) };
  });
}

async function requestOf(
  trx: Trx,
  { urls }: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  expiresAt: Date,
): Promise<StartRequest> {
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
    returnUrl: urls.returnTo(payment.id),
    notifyUrl: urls.notify(payment.provider),
    expiresAt,
  };
}

async function recordOutcome(trx: Trx, payment: PaymentRow, outcome: Outcome<Started>, at: Date) {
  const change = { at, actor: payment.provider };
  if (outcome.ok && (await isBooked(trx, payment.provider, outcome.value.providerRef))) {
    // Another payment of the order was paid meanwhile. It keeps the provider's id, which its refund needs.
    await changePayment(trx, payment, 'failed', change, { next_poll_at: null, leased_until: null });
    return;
  }
  if (outcome.ok) {
    const { providerRef: provider_ref, url: redirect_url, expiresAt: expires_at } = outcome.value;
    const next_poll_at = nextPoll(payment.created_at, expires_at, at);
    await takeOverRef(trx, payment, provider_ref);
    // Also a payment that ended meanwhile: it can still be paid, so it is polled as any other.
    await updatePayment(trx, payment, { provider_ref, redirect_url, expires_at, next_poll_at, leased_until: null });
    await changePayment(trx, payment, 'pending', change);
    return;
  }
  if (outcome.kind === 'rejected') {
    await changePayment(trx, payment, 'failed', change, { next_poll_at: null, leased_until: null });
    if (outcome.code !== 'already-paid') return;
    await trx
      .updateTable('payments')
      .set({ next_poll_at: at })
      .where('order_id', '=', payment.order_id)
      .where('provider_ref', 'is not', null)
      .execute();
    return;
  }
  const wait = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
  const next_poll_at = new Date(at.getTime() + Math.max(wait, leaseMs));
  await updatePayment(trx, payment, { next_poll_at, leased_until: null });
}

async function updatePayment(trx: Trx, { id }: PaymentRow, values: Updateable<Tables['payments']>) {
  await trx.updateTable('payments').set(values).where('id', '=', id).execute();
}

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

/** A provider with one id for all payments of an order: its id moves to the latest. */
async function takeOverRef(trx: Trx, payment: PaymentRow, providerRef: string) {
  await trx
    .updateTable('payments')
    .set({ provider_ref: null, next_poll_at: null })
    .where('provider', '=', payment.provider)
    .where('provider_ref', '=', providerRef)
    .where('id', '!=', payment.id)
    .execute();
}
