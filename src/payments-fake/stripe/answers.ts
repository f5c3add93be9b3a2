import { groupOf, type Intent, type Refund, refundedCents, type Session } from './sessions.ts';

export function sessionObject(session: Session, origin: string, expand = false) {
  const { id, status, isPaid, cents, request, created, expiresAt, intent } = session;
  return {
    id,
    object: 'checkout.session',
    amount_total: cents,
    client_reference_id: request.get('client_reference_id'),
    created,
    currency: 'eur',
    customer_email: request.get('customer_email'),
    expires_at: expiresAt,
    livemode: false,
    locale: request.get('locale'),
    metadata: groupOf(request, 'metadata'),
    mode: 'payment',
    payment_intent: intent && (expand ? intentObject(session, intent) : intent.id),
    payment_status: isPaid ? 'paid' : 'unpaid',
    status,
    success_url: request.get('success_url'),
    url: status === 'open' ? `${origin}/pay/${id}` : null,
  };
}

function intentObject(session: Session, intent: Intent) {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: session.cents,
    currency: 'eur',
    latest_charge: chargeObject(session, intent),
    metadata: metadataOf(session),
    status: intent.status,
  };
}

export function chargeObject(session: Session, intent: Intent) {
  const refunded = refundedCents(intent);
  const data = intent.refunds.map((refund) => refundObject(intent, refund));
  return {
    id: intent.chargeId,
    object: 'charge',
    amount: session.cents,
    amount_refunded: refunded,
    currency: 'eur',
    disputed: intent.isDisputed,
    metadata: metadataOf(session),
    paid: intent.status === 'succeeded',
    payment_intent: intent.id,
    refunded: refunded === session.cents,
    refunds: { object: 'list', data, has_more: false, url: `/v1/charges/${intent.chargeId}/refunds` },
  };
}

export function refundObject(intent: Intent, { id, cents, status, metadata }: Refund) {
  return {
    id,
    object: 'refund',
    amount: cents,
    charge: intent.chargeId,
    currency: 'eur',
    metadata,
    payment_intent: intent.id,
    status,
  };
}

export function disputeObject(session: Session, intent: Intent) {
  return {
    id: `dp_${intent.id}`,
    object: 'dispute',
    amount: session.cents,
    charge: intent.chargeId,
    currency: 'eur',
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

/** Returns the metadata of the payment intent and its charge. The session has its own, from `metadata`. */
function metadataOf({ request }: Session) {
  return groupOf(request, 'payment_intent_data[metadata]');
}
