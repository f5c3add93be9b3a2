import type Stripe from 'stripe';
import { z } from 'zod';
import { providerText, type WebhookReading, type WebhookRequest } from '../provider.ts';
import { loadStripe } from './client.ts';

/** Stripe signs retries again with the current time, so an older signature is a replay. */
const toleranceSeconds = 300;

const sessionObject = z.object({ id: providerText.min(1), client_reference_id: providerText.nullish() });
/** `metadata.payment`: the id of the payment, if the shop created the object. */
const intentObject = z.object({
  payment_intent: providerText.nullish(),
  metadata: z.object({ payment: providerText.optional().catch(undefined) }).nullish(),
});

const sessionEvents = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);
const intentEvents = new Set([
  'charge.refunded',
  'charge.dispute.created',
  'refund.created',
  'refund.updated',
  'refund.failed',
]);

/** Returns the id of the session as `providerRef`. For refunds and disputes it is empty if the metadata names the payment, otherwise it is the id of the intent (`pi_…`). */
export async function readStripeWebhook(
  webhookSecrets: readonly string[],
  request: WebhookRequest,
  now: Date,
): Promise<WebhookReading> {
  const event = await verifyEvent(webhookSecrets, request, now);
  if (typeof event === 'string') return { ok: false, reason: event };
  const { type } = event;
  const subject = subjectOf(type, event.data?.object);
  if (subject === null) return { ok: true, ignored: true };
  const { data: eventKey } = providerText.safeParse(event.id);
  if (subject === undefined || eventKey === undefined) return { ok: false, reason: 'malformed' };
  return { ok: true, eventKey, ...subject, hint: type, isTooOld: false };
}

/** Returns the payment that an event is about; null: the shop ignores the event; undefined: malformed. */
function subjectOf(
  type: string,
  object: unknown,
): { providerRef: string; merchantRef: string | null } | null | undefined {
  if (sessionEvents.has(type)) {
    const { data } = sessionObject.safeParse(object);
    return data && { providerRef: data.id, merchantRef: data.client_reference_id ?? null };
  }
  if (!intentEvents.has(type)) return null;
  const { data } = intentObject.safeParse(object);
  if (!data) return undefined;
  const payment = data.metadata?.payment;
  if (payment) return { providerRef: '', merchantRef: payment };
  return data.payment_intent ? { providerRef: data.payment_intent, merchantRef: null } : null;
}

async function verifyEvent(
  secrets: readonly string[],
  { body, headers }: WebhookRequest,
  now: Date,
): Promise<Stripe.Event | 'bad-signature' | 'malformed'> {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return 'bad-signature';
  const { default: Sdk } = await loadStripe();
  for (const secret of secrets) {
    try {
      // Stripe's SDK returns null for a signed body `null`.
      return (
        Sdk.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, now.getTime()) ?? 'malformed'
      );
    } catch (error) {
      if (!(error instanceof Sdk.errors.StripeSignatureVerificationError)) return 'malformed';
    }
  }
  return 'bad-signature';
}
