import type { Cents } from '../../money.ts';
import type { Outcome, PaymentReport, ProviderRefund, RedirectProvider } from '../provider.ts';
import { type StripeAccount, withStripe } from './client.ts';
import { chargeOf, expandedFields, intentOf, refundOf, reportOf } from './report.ts';
import { cardMethod, startSession } from './start.ts';
import { readStripeWebhook } from './webhook.ts';

/** Uses https://docs.stripe.com/api/checkout/sessions. `fetch` also takes the id of a payment intent (`pi_…`). */
export function stripeProvider(options: Omit<StripeAccount, 'now'> & Partial<StripeAccount>): RedirectProvider {
  const account: StripeAccount = { now: () => new Date(), ...options };
  const fetchReport = (providerRef: string, signal: AbortSignal) =>
    withStripe<PaymentReport>(account, signal, async ({ checkout: { sessions } }) => {
      if (!providerRef.startsWith('pi_'))
        return { ok: true, value: reportOf(await sessions.retrieve(providerRef, { expand: [expandedFields] })) };
      const { data } = await sessions.list({ payment_intent: providerRef, expand: [`data.${expandedFields}`] });
      return data[0] ? { ok: true, value: reportOf(data[0]) } : { ok: false, kind: 'rejected', code: 'no-session' };
    });
  return {
    id: 'stripe',
    listMethods: async () => ({ ok: true, value: [{ id: cardMethod, group: 'card', label: null, logo: null }] }),
    start: (request, signal) => startSession(account, request, signal),
    fetch: fetchReport,
    async expire(providerRef, signal) {
      const outcome = await withStripe(account, signal, async ({ checkout: { sessions } }) => {
        await sessions.expire(providerRef);
        return { ok: true, value: null };
      });
      // Stripe rejects the call for a session that has ended, whose state is then reported.
      return outcome.ok || outcome.kind === 'rejected' ? fetchReport(providerRef, signal) : outcome;
    },
    refund: (request, signal) => refundSession(account, request, signal),
    list: (since, signal) =>
      withStripe(account, signal, async ({ checkout: { sessions } }) => {
        const reports: PaymentReport[] = [];
        const query = {
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: 100,
          expand: [`data.${expandedFields}`],
        };
        for await (const session of sessions.list(query)) reports.push(reportOf(session));
        return { ok: true, value: reports };
      }),
    readWebhook: (request, now) => readStripeWebhook(account.webhookSecrets, request, now),
  };
}

/** Looks for the refund before it creates one, because Stripe forgets idempotency keys after a day. */
function refundSession(
  account: StripeAccount,
  { providerRef, refundId, amountCents }: { providerRef: string; refundId: string; amountCents: Cents },
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  return withStripe(account, signal, async (stripe) => {
    const session = await stripe.checkout.sessions.retrieve(providerRef, { expand: [expandedFields] });
    const intent = intentOf(session);
    if (!intent || session.payment_status !== 'paid') return { ok: false, kind: 'rejected', code: 'not-paid' };
    const earlierRefund = chargeOf(session)?.refunds?.data.find(({ metadata }) => metadata?.refund === refundId);
    if (earlierRefund) return { ok: true, value: refundOf(earlierRefund) };
    const refund = await stripe.refunds.create(
      { payment_intent: intent.id, amount: amountCents, metadata: { ...session.metadata, refund: refundId } },
      { idempotencyKey: `refund_${refundId}` },
    );
    return { ok: true, value: refundOf(refund) };
  });
}
