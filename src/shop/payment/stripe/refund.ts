import type { Cents } from '../../money.ts';
import type { Outcome, ProviderRefund } from '../redirect-provider.ts';
import { type StripeAccount, withStripe } from './client.ts';
import { chargeOf, expanded, intentOf, refundOf } from './truth.ts';

/** Stripe forgets its keys after a day, so a refund of the same id is looked for first. */
export function refundSession(
  account: StripeAccount,
  { providerRef, refundId, amountCents }: { providerRef: string; refundId: string; amountCents: Cents },
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  return withStripe(account, signal, async (stripe) => {
    const session = await stripe.checkout.sessions.retrieve(providerRef, { expand: [expanded] });
    const intent = intentOf(session);
    if (!intent || session.payment_status !== 'paid') return { ok: false, kind: 'rejected', code: 'not-paid' };
    const before = chargeOf(session)?.refunds?.data.find(({ metadata }) => metadata?.refund === refundId);
    if (before) return { ok: true, value: refundOf(before) };
    const refund = await stripe.refunds.create(
      { payment_intent: intent.id, amount: amountCents, metadata: { ...session.metadata, refund: refundId } },
      { idempotencyKey: `refund_${refundId}` },
    );
    return { ok: true, value: refundOf(refund) };
  });
}
