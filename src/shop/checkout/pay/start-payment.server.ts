import { sql, type Updateable } from 'kysely';
import { secret } from '../../../database/secrets.server.ts';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { totalOf } from '../../money.ts';
import { type LockedOrder, lockPayment } from '../../order/change-order.server.ts';
import { openStatuses } from '../../order/order.ts';
import { mailToken, returnCode, sha256 } from '../../order/order-codes.server.ts';
import { bookedSumsOf, changePayment, nextPollAt, type PaymentRow } from '../../payment/payments.server.ts';
import type { Outcome, StartedPayment, StartRequest } from '../../payment/provider.ts';
import type { ShopContext } from '../shop-context.server.ts';

const startTimeoutMs = 3000;
/** While one process starts a payment, others must not. Longer than the timeout of the call to the provider. */
const leaseMs = 10_000;
/** Shorter than the hold of the tires, so that they are still held when money arrives late. */
const payablePeriodMs = 30 * 60_000;
/** The return code stays valid this long after the payment expires, for buyers who stay on the provider's last page. */
const returnPeriodMs = 60 * 60_000;

/** Starts a payment at its provider. Can be repeated after any failure, because starting is idempotent at the provider. */
export async function startPayment(shop: ShopContext, paymentId: string): Promise<void> {
  const prepared = await preparePayment(shop, paymentId);
  if (!prepared) return;
  const { provider, request, payment } = prepared;
  const outcome = await provider.start(request, AbortSignal.timeout(startTimeoutMs));
  await inTransaction(shop.db, async (trx) => {
    const { payment: lockedPayment } = await lockPayment(trx, payment.id);
    await recordOutcome(trx, lockedPayment, outcome, shop.now());
  });
}

async function preparePayment(shop: ShopContext, paymentId: string) {
  const code = returnCode(await secret(shop.db, 'order-links'), paymentId);
  return inTransaction(shop.db, async (trx) => {
    const { order, payment } = await lockPayment(trx, paymentId);
    const at = shop.now();
    const provider = shop.providers.find(({ id }) => id === payment.provider);
    const mayBeStarted = payment.state === 'created' || payment.state === 'submitted';
    const isLeased = payment.leased_until !== null && payment.leased_until > at;
    if (!provider || !mayBeStarted || isLeased) return null;
    if (payment.state === 'created' && !openStatuses.includes(order.status)) {
      await changePayment(trx, payment, 'cancelled', { at, actor: 'shop' }, { next_poll_at: null });
      return null;
    }
    const leased_until = new Date(at.getTime() + leaseMs);
    const expires_at = payment.expires_at ?? new Date(at.getTime() + payablePeriodMs);
    const return_code_until = new Date(expires_at.getTime() + returnPeriodMs);
    const returnColumns = { return_code_hash: sha256(code), return_code_until };
    await updatePayment(trx, payment, { leased_until, expires_at, next_poll_at: leased_until, ...returnColumns });
    await changePayment(trx, payment, 'submitted', { at, actor: 'shop' });
    const urls = { returnUrl: shop.urls.returnTo(paymentId, code), notifyUrl: shop.urls.notify(payment.provider) };
    return { provider, payment, request: await startRequestOf(trx, order, payment, urls, expires_at) };
  });
}

async function startRequestOf(
  trx: Trx,
  order: LockedOrder,
  payment: PaymentRow,
  urls: Pick<StartRequest, 'returnUrl' | 'notifyUrl'>,
  expiresAt: Date,
): Promise<StartRequest> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['title', 'count', 'price_cents as priceCents'])
    .where('order_id', '=', order.id)
    .where('count', '>', 0)
    .orderBy('position')
    .execute();
  const isFurtherPayment = (await bookedSumsOf(trx, { orderId: order.id })).paid > 0;
  const totalLine = { title: order.number, count: 1, priceCents: payment.amount_cents };
  const doLinesAddUp = totalOf(lines) === payment.amount_cents;
  return {
    paymentId: payment.id,
    orderNumber: order.number,
    // Montonio accepts one payment for each reference.
    merchantRef: isFurtherPayment ? payment.id : order.number,
    amountCents: payment.amount_cents,
    method: payment.method,
    customer: { name: order.name, email: order.email, phone: order.phone },
    lines: doLinesAddUp ? lines : [totalLine],
    locale: order.locale,
    ...urls,
    expiresAt,
  };
}

async function recordOutcome(trx: Trx, payment: PaymentRow, outcome: Outcome<StartedPayment>, at: Date) {
  const change = { at, actor: payment.provider };
  if (outcome.ok && (await isBooked(trx, payment.provider, outcome.value.providerRef))) {
    // A paid payment has this provider id already and needs it for refunds, so this payment cannot get the id, and fails.
    await changePayment(trx, payment, 'failed', change, { next_poll_at: null, leased_until: null });
    return;
  }
  if (outcome.ok) {
    const { providerRef: provider_ref, url: redirect_url, expiresAt: expires_at } = outcome.value;
    const next_poll_at = nextPollAt(payment.created_at, expires_at, at);
    await removeFromOtherPayments(trx, payment, provider_ref);
    // The shop may have ended the payment during the call. The buyer can still pay it, so it is polled even if it cannot become `pending`.
    await updatePayment(trx, payment, { provider_ref, redirect_url, expires_at, next_poll_at, leased_until: null });
    await changePayment(trx, payment, 'pending', change);
    return;
  }
  if (outcome.kind === 'rejected') {
    await changePayment(trx, payment, 'failed', change, { next_poll_at: null, leased_until: null });
    if (outcome.code !== 'already-paid') return;
    // An earlier payment of the order was paid: the next poll books it.
    await trx
      .updateTable('payments')
      .set({ next_poll_at: at })
      .where('order_id', '=', payment.order_id)
      .where('provider_ref', 'is not', null)
      .execute();
    return;
  }
  const requestedPauseMs = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
  const next_poll_at = new Date(at.getTime() + Math.max(requestedPauseMs, leaseMs));
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

/** Removes a provider's id from other payments, because some providers have one id for all payments of an order. */
async function removeFromOtherPayments(trx: Trx, payment: PaymentRow, providerRef: string) {
  await trx
    .updateTable('payments')
    .set({ provider_ref: null, next_poll_at: null })
    .where('provider', '=', payment.provider)
    .where('provider_ref', '=', providerRef)
    .where('id', '!=', payment.id)
    .execute();
}

/** After its first use a code is valid for two more minutes, because the response to that use may be lost. */
const repeatedReturnPeriodMs = 2 * 60_000;

/** Exchanges the code of a return URL for the token that opens the order. Null: the code is wrong or no longer valid. */
export async function exchangeReturnCode(
  { db, now }: ShopContext,
  paymentId: string,
  code: string,
  orderNumber: string,
): Promise<string | null> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ return_code_until: sql`least(return_code_until, ${new Date(now().getTime() + repeatedReturnPeriodMs)})` })
    .where('id', '=', paymentId)
    .where('return_code_hash', '=', sha256(code))
    .where('return_code_until', '>', now())
    .executeTakeFirst();
  return numUpdatedRows > 0n ? mailToken(await secret(db, 'order-links'), orderNumber) : null;
}
