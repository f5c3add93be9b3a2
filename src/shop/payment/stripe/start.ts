import type Stripe from 'stripe';
import { locales } from '../../locale.ts';
import { totalOf } from '../../money.ts';
import { type Outcome, type Started, type StartRequest, unknown } from '../provider.ts';
import { type StripeAccount, withStripe } from './client.ts';

export const cardMethod = 'stripe:card';

/** Stripe's minimum is 30 minutes. */
const leastOpenMs = 31 * 60_000;
const maxOpenMs = 24 * 3_600_000;

/** Idempotent by payment. Stripe refuses a known key with another expiry: then the session exists, and is looked up. */
export async function startSession(
  account: StripeAccount,
  request: StartRequest,
  signal: AbortSignal,
): Promise<Outcome<Started>> {
  if (request.method !== cardMethod) return { ok: false, kind: 'rejected', code: 'unknown-method' };
  const made = await withStripe(account, signal, async (stripe) => {
    const parameters = sessionRequest(request, account.now());
    return started(await stripe.checkout.sessions.create(parameters, { idempotencyKey: `pay_${request.paymentId}` }));
  });
  if (made.ok || made.kind !== 'rejected' || made.code !== 'idempotency_error') return made;
  return withStripe(account, signal, (stripe) => sessionMadeBefore(stripe, request.paymentId, account.now()));
}

async function sessionMadeBefore(stripe: Stripe, paymentId: string, now: Date): Promise<Outcome<Started>> {
  const gte = Math.floor((now.getTime() - maxOpenMs) / 1000);
  for await (const session of stripe.checkout.sessions.list({ created: { gte }, limit: 100 }))
    if (session.client_reference_id === paymentId) return started(session);
  return unknown('a session that is known and not listed');
}

function started({ id, url, status, expires_at }: Stripe.Checkout.Session): Outcome<Started> {
  if (status === 'complete') return { ok: false, kind: 'rejected', code: 'already-paid' };
  if (status === 'expired') return { ok: false, kind: 'rejected', code: 'expired' };
  if (!id || !url || !URL.canParse(url)) return unknown('a session without an id or a page to pay on');
  return { ok: true, value: { providerRef: id, url, expiresAt: new Date(expires_at * 1000) } };
}

export function sessionRequest(request: StartRequest, now: Date): Stripe.Checkout.SessionCreateParams {
  const { paymentId, orderNumber, amountCents, customer, lines, locale, returnUrl } = request;
  // Webhooks of refunds and charges carry only this.
  const metadata = { payment: paymentId, order: orderNumber };
  const sold = totalOf(lines) === amountCents ? lines : [{ title: orderNumber, count: 1, priceCents: amountCents }];
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: sold.map(({ title, count, priceCents }) => ({
      quantity: count,
      price_data: { currency: 'eur', unit_amount: priceCents, product_data: { name: title } },
    })),
    client_reference_id: paymentId,
    metadata,
    payment_intent_data: { metadata, description: orderNumber },
    customer_email: customer.email,
    locale: locales[locale].language,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(Math.max(request.expiresAt.getTime(), now.getTime() + leastOpenMs) / 1000),
  };
}
