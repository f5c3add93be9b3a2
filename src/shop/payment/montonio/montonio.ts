import type { Cents } from '../../money.ts';
import { type Outcome, type ProviderRefund, type RedirectProvider, unknownOutcome } from '../provider.ts';
import { callMontonio, type MontonioAccount } from './client.ts';
import { methodsAnswer, methodsOf } from './methods.ts';
import { startOrder } from './start.ts';
import { orderAnswer, refundAnswer, refundOf, reportOf, toMajorUnits } from './states.ts';
import { readMontonioWebhook } from './webhook.ts';

type Options = Omit<MontonioAccount, 'fetch' | 'now'> & Partial<Pick<MontonioAccount, 'fetch' | 'now'>>;

/** Montonio can neither expire nor list orders. Source: https://docs.montonio.com/api/stargate. */
export function montonioProvider(options: Options): RedirectProvider {
  const account: MontonioAccount = { fetch, now: () => new Date(), ...options };
  if (!account.secretKeys[0]) throw new Error('Montonio needs a secret key.');
  return {
    id: 'montonio',
    async listMethods(signal) {
      const response = await callMontonio(account, '/stores/payment-methods', signal);
      if (!response.ok) return response;
      const methods = methodsAnswer.safeParse(response.value);
      return methods.success
        ? { ok: true, value: methodsOf(methods.data) }
        : unknownOutcome('no payment methods in the response');
    },
    start: (request, signal) => startOrder(account, request, signal),
    async fetch(providerRef, signal) {
      const response = await callMontonio(account, `/orders/${encodeURIComponent(providerRef)}`, signal);
      if (!response.ok) return response;
      const order = orderAnswer.safeParse(response.value);
      return order.success ? { ok: true, value: reportOf(order.data) } : unknownOutcome('no order in the response');
    },
    refund: (request, signal) => refundOrder(account, request, signal),
    readWebhook: (request, now) => readMontonioWebhook(account, request, now),
  };
}

type RefundRequest = { providerRef: string; refundId: string; amountCents: Cents };

/** Montonio settles money about one working day after it arrived, and refunds only settled money. */
const retryUnsettledMs = 24 * 3_600_000;

/** Refunds a paid order. If Montonio refuses a known idempotency key, the refund exists already, and is looked up. */
async function refundOrder(
  account: MontonioAccount,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  const { providerRef, refundId, amountCents } = request;
  const body = { orderUuid: providerRef, amount: toMajorUnits(amountCents), idempotencyKey: refundId };
  const response = await callMontonio(account, '/refunds', signal, body);
  if (response.ok) {
    const refund = refundAnswer.safeParse(response.value);
    return refund.success
      ? { ok: true, value: refundOf(refund.data) }
      : unknownOutcome('a refund without its id or amount');
  }
  if (response.kind !== 'rejected') return response;
  if (/same idempotency ?key/i.test(response.code)) return findEarlierRefund(account, request, signal);
  if (/not (yet )?(been )?settled|insufficient/i.test(response.code))
    return { ok: false, kind: 'unavailable', retryAfterMs: retryUnsettledMs };
  return response;
}

/** Returns the refund with the idempotency key, otherwise the only one with the amount. */
async function findEarlierRefund(
  account: MontonioAccount,
  { providerRef, refundId, amountCents }: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  const response = await callMontonio(account, `/orders/${encodeURIComponent(providerRef)}`, signal);
  // Montonio rejects this look-up, not the refund.
  if (!response.ok) return response.kind === 'rejected' ? unknownOutcome(response.code) : response;
  const order = orderAnswer.safeParse(response.value);
  if (!order.success) return unknownOutcome('no order in the response');
  const refunds = order.data.refunds ?? [];
  const withKey = refunds.find(({ idempotencyKey }) => idempotencyKey === refundId);
  if (withKey) return { ok: true, value: refundOf(withKey) };
  const [withAmount, ...others] = refunds.filter(({ amount: cents }) => cents === amountCents);
  if (!withAmount) return unknownOutcome('the refund exists, but is not listed');
  if (others.length > 0) return unknownOutcome('several refunds of the same amount');
  return { ok: true, value: refundOf(withAmount) };
}
