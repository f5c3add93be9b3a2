import type { ProviderTruth, RedirectProvider } from '../redirect-provider.ts';
import { type StripeAccount, withStripe } from './client.ts';
import { refundSession } from './refund.ts';
import { cardMethod, startSession } from './start.ts';
import { expanded, truthOf } from './truth.ts';
import { readStripeWebhook } from './webhook.ts';

/** Cents. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leastCharged = 50;

/** Cards and wallets by Stripe's Checkout Sessions (https://docs.stripe.com/api/checkout/sessions). */
export function stripeProvider(options: Omit<StripeAccount, 'now'> & Partial<StripeAccount>): RedirectProvider {
  const account: StripeAccount = { now: () => new Date(), ...options };
  const truth = (providerRef: string, signal: AbortSignal) =>
    withStripe<ProviderTruth>(account, signal, async ({ checkout: { sessions } }) => {
      if (!providerRef.startsWith('pi_'))
        return { ok: true, value: truthOf(await sessions.retrieve(providerRef, { expand: [expanded] })) };
      const { data } = await sessions.list({ payment_intent: providerRef, expand: [`data.${expanded}`] });
      return data[0] ? { ok: true, value: truthOf(data[0]) } : { ok: false, kind: 'rejected', code: 'no-session' };
    });
  return {
    id: 'stripe',
    async listMethods(amountCents) {
      const tooLittle = amountCents !== null && amountCents < leastCharged;
      return { ok: true, value: tooLittle ? [] : [{ id: cardMethod, group: 'card', label: null, logo: null }] };
    },
    start: (request, signal) => startSession(account, request, signal),
    fetch: truth,
    async expire(providerRef, signal) {
      const expired = await withStripe(account, signal, async ({ checkout: { sessions } }) => {
        await sessions.expire(providerRef);
        return { ok: true, value: null };
      });
      // Refused: it is paid, or expired already.
      return expired.ok || expired.kind === 'rejected' ? truth(providerRef, signal) : expired;
    },
    refund: (request, signal) => refundSession(account, request, signal),
    list: (since, signal) =>
      withStripe(account, signal, async ({ checkout: { sessions } }) => {
        const truths: ProviderTruth[] = [];
        const query = {
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: 100,
          expand: [`data.${expanded}`],
        };
        for await (const session of sessions.list(query)) truths.push(truthOf(session));
        return { ok: true, value: truths };
      }),
    readWebhook: (request, now) => readStripeWebhook(account.webhookSecrets, request, now),
  };
}
