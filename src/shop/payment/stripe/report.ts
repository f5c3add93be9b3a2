import type Stripe from 'stripe';
import type { ProviderState } from '../payment-states.ts';
import type { PaymentReport, ProviderRefund } from '../provider.ts';

export const expandedFields = 'payment_intent.latest_charge.refunds';

type Session = Stripe.Checkout.Session;

export function reportOf(session: Session): PaymentReport {
  const charge = chargeOf(session);
  return {
    providerRef: session.id,
    merchantRef: session.client_reference_id ?? '',
    state: charge?.disputed ? 'disputed' : stateOf(session.status, session.payment_status, intentOf(session)?.status),
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    refunds: (charge?.refunds?.data ?? []).map(refundOf),
  };
}

/** Returns the state of a session. One that is `complete` but unpaid is pending, unless its payment intent failed. */
export function stateOf(
  status: Session['status'] | undefined,
  paymentStatus: Session['payment_status'] | undefined,
  intentStatus: Stripe.PaymentIntent['status'] | undefined,
): ProviderState {
  if (status === 'open') return 'pending';
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'unknown';
  if (paymentStatus === 'paid') return 'paid';
  if (paymentStatus !== 'unpaid') return 'unknown';
  return intentStatus === 'canceled' || intentStatus === 'requires_payment_method' ? 'failed' : 'pending';
}

export function refundOf({ id, amount, status }: Stripe.Refund): ProviderRefund {
  return { ref: id, amountCents: amount, state: refundStateOf(status) };
}

function refundStateOf(status: Stripe.Refund['status']): ProviderRefund['state'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

export function intentOf({ payment_intent: intent }: Session): Stripe.PaymentIntent | null {
  return typeof intent === 'object' ? intent : null;
}

export function chargeOf(session: Session): Stripe.Charge | null {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === 'object' ? charge : null;
}
