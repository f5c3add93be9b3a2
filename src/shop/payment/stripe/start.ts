import type Stripe from 'stripe';
import { locales } from '../../locale.ts';
import { totalOf } from '../../money.ts';
import { type Outcome, type StartedPayment, type StartRequest, unknownOutcome } from '../provider.ts';
import { type StripeAccount, withStripe } from './client.ts';

export const cardMethod = 'stripe:card';

/** Stripe's limits are 30 minutes and 24 hours; 31 minutes allow for clock differences. */
const minOpenMs = 31 * 60_000;
const maxOpenMs = 24 * 3_600_000;

/** Idempotent by payment. Stripe rejects a known key if `expires_at` differs: then the earlier session is looked up. */
export async function startSession(
  account: StripeAccount,
  request: StartRequest,
  signal: AbortSignal,
): Promise<Outcome<StartedPayment>> {
  if (request.method !== cardMethod) return { ok: false, kind: 'rejected', code: 'unknown-method' };
  const created = await withStripe(account, signal, async (stripe) => {
    const parameters = sessionRequest(request, account.now());
    return startedPayment(
      await stripe.checkout.sessions.create(parameters, { idempotencyKey: `pay_${request.paymentId}` }),
    );
  });
  const isKnownKey = !created.ok && created.kind === 'rejected' && created.code === 'idempotency_error';
  if (!isKnownKey) return created;
  return withStripe(account, signal, (stripe) => findEarlierSession(stripe, request.paymentId, account.now()));
}

async function findEarlierSession(stripe: Stripe, paymentId: string, now: Date): Promise<Outcome<StartedPayment>> {
  const gte = Math.floor((now.getTime() - maxOpenMs) / 1000);
  for await (const session of stripe.checkout.sessions.list({ created: { gte }, limit: 100 }))
    if (session.client_reference_id === paymentId) return startedPayment(session);
  return unknownOutcome('the session exists, but is not listed');
}

function startedPayment({ id, url, status, expires_at }: Stripe.Checkout.Session): Outcome<StartedPayment> {
  if (status === 'complete') return { ok: false, kind: 'rejected', code: 'already-paid' };
  if (status === 'expired') return { ok: false, kind: 'rejected', code: 'expired' };
  if (!id || !url || !URL.canParse(url)) return unknownOutcome('a session without an id or a page to pay on');
  return { ok: true, value: { providerRef: id, url, expiresAt: new Date(expires_at * 1000) } };
}

export function sessionRequest(request: StartRequest, now: Date): Stripe.Checkout.SessionCreateParams {
  const { paymentId, orderNumber, amountCents, customer, lines, locale, returnUrl } = request;
  // Webhooks of refunds and charges identify the payment only by this metadata.
  const metadata = { payment: paymentId, order: orderNumber };
  const doLinesAddUp = totalOf(lines) === amountCents;
  const lineItems = doLinesAddUp ? lines : [{ title: orderNumber, count: 1, priceCents: amountCents }];
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: lineItems.map(({ title, count, priceCents }) => ({
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
    expires_at: Math.floor(Math.max(request.expiresAt.getTime(), now.getTime() + minOpenMs) / 1000),
  };
}
